/* The few places where compilers differ. */
#ifndef MAZZO_PORTABLE_H
#define MAZZO_PORTABLE_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
#define FORCE_INLINE static __forceinline
#define UNLIKELY(condition) (condition)
#else
#define FORCE_INLINE static inline __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#endif

/* Position of the lowest bit that is set; bits must not be 0. */
FORCE_INLINE int lowest_bit(uint32_t bits)
{
#if defined(_MSC_VER)
    unsigned long position;
    _BitScanForward(&position, bits);
    return (int)position;
#else
    return __builtin_ctz(bits);
#endif
}

/* Position of the highest bit that is set; bits must not be 0. */
FORCE_INLINE int highest_bit(uint32_t bits)
{
#if defined(_MSC_VER)
    unsigned long position;
    _BitScanReverse(&position, bits);
    return (int)position;
#else
    return 31 - __builtin_clz(bits);
#endif
}

/* The AVX2 path is compiled on x86-64 and chosen at run time. Clang that poses as MSVC wants both ways of
 * saying it, and goes without. */
#if (defined(__x86_64__) && !defined(_MSC_VER)) || (defined(_M_X64) && !defined(_M_ARM64EC) && !defined(__clang__))
#define HAVE_AVX2_PATH 1
#include <immintrin.h>
#if defined(_MSC_VER)
#define TARGET_AVX2
static int cpu_has_avx2(void)
{
    int leaf1[4], leaf7[4];
    __cpuid(leaf1, 0);
    if (leaf1[0] < 7)
        return 0;
    __cpuid(leaf1, 1);
    __cpuidex(leaf7, 7, 0);
    /* The processor has AVX and AVX2, and the system saves their registers. */
    return (leaf1[2] >> 27 & 1) && (leaf1[2] >> 28 & 1) && (leaf7[1] >> 5 & 1) && (_xgetbv(0) & 6) == 6;
}
#else
#define TARGET_AVX2 __attribute__((target("avx2")))
static int cpu_has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}
#endif
#else
#define HAVE_AVX2_PATH 0
static int cpu_has_avx2(void) { return 0; }
#endif

#endif
