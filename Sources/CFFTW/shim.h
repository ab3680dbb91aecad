#ifndef CFFTW_SHIM_H
#define CFFTW_SHIM_H

#include <fftw3.h>

// Spectra cross the border as interleaved floats: real, imaginary, real, ... This is fftwf_complex's own layout, and
// spares Swift from rebinding memory.

// Without vector instructions plans are the same on every processor. With them FFTW picks another plan if AVX is missing,
// and results differ in their last digits.
static const unsigned cfftw_estimate = FFTW_ESTIMATE | FFTW_NO_SIMD;

static inline fftwf_plan cfftw_plan_r2c(int length, float *samples, float *spectrum, unsigned flags) {
  return fftwf_plan_dft_r2c_1d(length, samples, (fftwf_complex *)spectrum, flags);
}

// Two signals as the real and the imaginary part of one complex signal, each in an array of its own. Exchanging the two
// parts of input and output makes the inverse of it.
static inline fftwf_plan cfftw_plan_pair(int length, float *in_real, float *in_imaginary, float *out_real,
                                         float *out_imaginary, unsigned flags) {
  const fftwf_iodim dimension = {length, 1, 1};
  return fftwf_plan_guru_split_dft(1, &dimension, 0, NULL, in_real, in_imaginary, out_real, out_imaginary, flags);
}

// Out-of-place transforms of these kinds leave their input as it was (FFTW_DESTROY_INPUT is never set), so the input is
// const here although FFTW's own prototype is not.
static inline void cfftw_execute_r2c(fftwf_plan plan, const float *samples, float *spectrum) {
  fftwf_execute_dft_r2c(plan, (float *)samples, (fftwf_complex *)spectrum);
}

static inline void cfftw_execute_pair(fftwf_plan plan, const float *in_real, const float *in_imaginary,
                                      float *out_real, float *out_imaginary) {
  fftwf_execute_split_dft(plan, (float *)in_real, (float *)in_imaginary, out_real, out_imaginary);
}

#endif
