// Tells ThreadSanitizer of locks that were waited for.
//
// A free `Mutex` is taken by code that is compiled into ours, where the sanitizer sees it. One that is held is waited for
// inside of Swift's own library, which it does not: what the lock guards would look like a race. So the library's functions are
// called through these. Each is named by the symbol of the function that it stands before.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Not there in the programs that start the tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *lock
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF) {
  SWIFT void (*original)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
  original(thread, lock);
  if (__tsan_acquire) __tsan_acquire(lock);
}

SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock_slow(SELF) {
  SWIFT bool (*original)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = original(lock);
  if (is_locked && __tsan_acquire) __tsan_acquire(lock);
  return is_locked;
}

SWIFT void unlock_slow(SELF) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF) {
  SWIFT void (*original)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(lock);
  original(lock);
}
