#ifndef CFFTW_SHIM_H
#define CFFTW_SHIM_H

#include <fftw3.h>
#include <stdlib.h>

// Spectra cross the border as interleaved floats: real, imaginary, real, ... This is fftwf_complex's own layout, and
// spares Swift from rebinding memory.

static const unsigned cfftw_estimate = FFTW_ESTIMATE;
static const unsigned cfftw_measure = FFTW_MEASURE;
static const unsigned cfftw_wisdom_only = FFTW_WISDOM_ONLY;

// Swift does not see arrays of unknown length.
static inline const char *cfftw_version(void) { return fftwf_version; }

// What FFTW hands out as text is of the C library's memory, not of its own.
static inline void cfftw_free_text(char *text) { free(text); }

static inline fftwf_plan cfftw_plan_r2c(int length, float *samples, float *spectrum, unsigned flags) {
  return fftwf_plan_dft_r2c_1d(length, samples, (fftwf_complex *)spectrum, flags);
}

static inline fftwf_plan cfftw_plan_c2r(int length, float *spectrum, float *samples, unsigned flags) {
  return fftwf_plan_dft_c2r_1d(length, (fftwf_complex *)spectrum, samples, flags);
}

// An out-of-place real-to-complex transform leaves its input as it was (FFTW_DESTROY_INPUT is never set), so the
// input is const here although FFTW's own prototype is not.
static inline void cfftw_execute_r2c(fftwf_plan plan, const float *samples, float *spectrum) {
  fftwf_execute_dft_r2c(plan, (float *)samples, (fftwf_complex *)spectrum);
}

static inline void cfftw_execute_c2r(fftwf_plan plan, float *spectrum, float *samples) {
  fftwf_execute_dft_c2r(plan, (fftwf_complex *)spectrum, samples);
}

#endif
