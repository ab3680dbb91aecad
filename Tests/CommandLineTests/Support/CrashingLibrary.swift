import Foundation
import Testing

/// A library that stands before HDF5, crashes at files with "crash" in their name, and never returns from those with
/// "stall", as HDF5 does at some damaged ones: which those are depends on its version. At "slow.h5" it takes 2 to 3 s, and at
/// "late.h5" it stays for ever from the second time on. It stands before expat, too, and crashes at a comment. The first time
/// that a file is put in place whose path holds the text of ABORT_AT, it aborts, as where a heap is found to be corrupt.
enum CrashingLibrary {
  static let lack: Comment = "there is no C compiler, or no LD_PRELOAD"

  private static let code = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>
    #include <unistd.h>
    int64_t H5Fopen(const char *name, unsigned flags, int64_t list) {
      int64_t (*next)(const char *, unsigned, int64_t) = dlsym(RTLD_NEXT, "H5Fopen");
      if (strstr(name, "crash")) raise(SIGSEGV);
      for (volatile int turns = 0; strstr(name, "stall");) turns++;
      time_t begun = time(0);
      while (strstr(name, "slow.h5") && time(0) - begun < 3);
      if (strstr(name, "late.h5")) {
        for (volatile int turns = 0; access("opened", F_OK) == 0;) turns++;
        close(open("opened", O_CREAT | O_WRONLY, 0600));
      }
      static int has_waited;
      if (strstr(name, "wait") && !has_waited) {
        has_waited = 1;
        close(open("begun", O_CREAT | O_WRONLY, 0600));
        while (access("begun", F_OK) == 0) usleep(1000);
      }
      return next(name, flags, list);
    }
    int rename(const char *old, const char *new) {
      int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
      const char *text = getenv("ABORT_AT");
      if (text && strstr(new, text)) {
        int made = open("aborted", O_CREAT | O_EXCL | O_WRONLY, 0600);
        if (made >= 0) abort();
      }
      return next(old, new);
    }
    int XML_Parse(void *parser, const char *text, int count, int is_last) {
      int (*next)(void *, const char *, int, int) = dlsym(RTLD_NEXT, "XML_Parse");
      if (count > 0 && memmem(text, count, "<!-- crash -->", 14)) raise(SIGSEGV);
      return next(parser, text, count, is_last);
    }
    """
  private static let folder = try? Scratch()

  /// Where it is; nil where it cannot be made.
  static let path: String? = {
    #if os(Linux)
      guard let folder, let source = try? folder.write(code, to: "crash.c") else { return nil }
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = ["cc", "-shared", "-fPIC", "-o", folder("library.so"), source, "-ldl"]
      guard (try? compiler.run()) != nil else { return nil }
      compiler.waitUntilExit()
      return compiler.terminationStatus == 0 ? folder("library.so") : nil
    #else
      return nil
    #endif
  }()
}
