/* The equity kernels: Monte Carlo for both paths, and exact. */
#ifndef MAZZO_EQUITY_H
#define MAZZO_EQUITY_H

#include "exact.h"
#include "lanes_avx2.h"
#include "ranges.h"
#include "two_ranges.h"

enum {
    GROUPS = 128,             /* groups of lanes in a block of trials */
    BLOCK = GROUPS * LANES,   /* trials that share a seed */
    HAND_SUMS = 5             /* for each hand of the first player: of weight, weight x share of the pot, and of
                                 squared weight, that x share, that x share x share */
};

#define NAME(name) name##_plain
#define KERNEL static
#define KERNEL_INLINE FORCE_INLINE
#include "monte_carlo.h"
#undef NAME
#undef KERNEL
#undef KERNEL_INLINE

#if HAVE_AVX2_PATH
#define NAME(name) name##_avx2
#define KERNEL TARGET_AVX2 static
#define KERNEL_INLINE TARGET_AVX2 FORCE_INLINE
#include "monte_carlo.h"
#undef NAME
#undef KERNEL
#undef KERNEL_INLINE
#else
#define sample_avx2 sample_plain
#endif

#endif
