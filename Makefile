# `make` lists what there is to make. `make run` and `make test` need Swift 6.1 and, for what is missing, apt.

SWIFT ?= swift
SWIFT_FLAGS ?=
# Without a pipeline, each recording runs with that of its sport.
PIPELINE ?=
INPUT ?= Data
OUTPUT ?= out
PREFIX ?= /usr/local
DESTDIR ?=
# A folder of labelled table tennis sessions that are no part of the project, as in make degraded SESSIONS=../sessions;
# without one their table in Data/Degraded.md stays as it is.
SESSIONS ?=
# A folder with more FIT files for the table of real workouts in Data/Accuracy.md.
FIT ?=
# A FIT file of a dive with the device's own summary, for its table in Data/Accuracy.md; without one that stays as it is.
DIVE ?=
# Of make benchmark: --quick, --runs N, --only NAME; of benchmark-micro: --filter NAME; of test-instructions: --update.
BENCHMARK ?=
# How long make fuzz feeds each target, and make soak disturbs runs; of make fuzz, which targets: all by default.
SECONDS ?= 60
TARGETS ?=
# How many recordings make mutants damages, and make memory runs.
COUNT ?= 1000
# Of make scale: how many recordings.
COUNTS ?= 1000 10000
# Where PREFIX is root's: make install INSTALL='sudo install', so that the build stays yours.
INSTALL ?= install

libraries := SPBasics SPSignals SPHDF5 SPTables SPPlots SPRecordings SPImporting SPSwings SPHeadMotion SPSubmersion SPWorkouts SPWorkoutPlans SPPipelines SPStages SPBatches SPImportBatches SPEvaluation SPReporting SPSimulation
sources := Sources Documentation Pipelines Tests Package.swift

# A text as one word of the shell, whatever is in it.
quoted = '$(subst ','\'',$(1))'
# Functions are inlined across the libraries too, which saves a run a twentieth of its time. Types are taken from their
# addresses rather than looked up by their names, for which Swift's runtime goes through all conformances of the program:
# that was a tenth of a short recording's run.
inlined = -Xswiftc -cross-module-optimization -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# With Swift's libraries and HDF5 in it the tool starts sooner and needs no Swift where it runs. The linker then warns of
# `mktemp`, which Foundation holds and nothing here calls.
released = $(SWIFT) build --configuration release $(inlined) --static-swift-stdlib $$(.ci/static-hdf5 .build/static) $(SWIFT_FLAGS)
binaries = "$$($(SWIFT) build --configuration release $(SWIFT_FLAGS) --show-bin-path)"
prefix = $(call quoted,$(DESTDIR)$(PREFIX))
bash_completions = $(prefix)/share/bash-completion/completions
zsh_completions = $(prefix)/share/zsh/site-functions
fish_completions = $(prefix)/share/fish/vendor_completions.d
manual = $(prefix)/share/man/man1

.DEFAULT_GOAL := help
# The package manager uses all cores by itself, and one build folder cannot serve two builds.
.NOTPARALLEL:
.SUFFIXES:
.PHONY: help run test test-example test-browser test-python test-cluster test-dist test-instructions notebooks build install uninstall bundle dist wheel \
  fuzz mutants sanitize soak memory scale benchmark benchmark-micro accuracy accuracy-workouts degraded model swing-model pictures format lint docs clean swift packages python

help: ## List the targets (this text)
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name text; do \
	  printf '  make %-17s %s\n' "$$name" "$$text"; done
	@echo 'Variables: PIPELINE, INPUT, OUTPUT (run), TESTS (test), SESSIONS (degraded, model), COUNT (mutants, memory), COUNTS (scale), DIVE (accuracy), FIT (accuracy-workouts), SEEDS (mutants), BENCHMARK, PREFIX, DESTDIR, INSTALL (install), SWIFT, SWIFT_FLAGS'

run: build ## Build, then run the pipeline of each recording's sport, or PIPELINE, on INPUT, with tables in OUTPUT
	@bin=$(binaries) && "$$bin/swingpipe" run $(if $(PIPELINE),$(call quoted,$(PIPELINE))) $(call quoted,$(INPUT)) \
	  --output $(call quoted,$(OUTPUT)) --summary

test: packages python ## Build all and run the tests, or only those of TESTS
	@mkdir -p .build && $(RM) .build/tests*.xml
	SWINGPIPE_OPTIMISED=1 $(SWIFT) test $(SWIFT_FLAGS) -debug-info-format none $(if $(TESTS),--filter $(call quoted,$(TESTS))) --xunit-output .build/tests.xml || { python3 -B Tests/failures.py .build/tests-swift-testing.xml; exit 1; }

# A package of its own, as a user's would be: it builds the libraries anew, without what only a debugger reads.
test-example: packages ## Build and test Tests/Example, a package that uses the libraries, and the package of the page on Swift
	$(SWIFT) test $(SWIFT_FLAGS) --package-path Tests/Example --scratch-path .build/example -debug-info-format none
	$(SWIFT) run $(SWIFT_FLAGS) --package-path Tests/Example/First --scratch-path .build/example -debug-info-format none \
	  FindSwings Data/tennis-000001.h5 >.build/first-swings.txt
	test "$$(cut -f 2 .build/first-swings.txt | sort | uniq -c | xargs)" = '5 hit 3 miss'

notebooks: build python ## Execute Pipelines/Notebooks in a Python environment of its own; results in out/notebooks
	@bin=$(binaries) && Tests/Notebooks/test.sh "$$bin/swingpipe" out/notebooks

test-python: build ## Run the Python module on a Dask cluster of four processes, with a worker killed, against folders and S3
	@bin=$(binaries) && Tests/Python/test.sh "$$bin/swingpipe"

test-cluster: build ## Lose a node of a real Slurm cluster on this machine (as root, on Debian), and try the recipes
	@bin=$(binaries) && Tests/Cluster/test.sh "$$bin/swingpipe"

test-browser: build ## Look at reports in headless Chromium, which it installs on Debian as root if it is missing
	@bin=$(binaries) && Tests/Browser/test.sh "$$bin/swingpipe"

test-dist: dist wheel ## Install tarball and wheel into fresh minimal Debian systems, and emulate other processors (as root)
	@bin=$(binaries) && Tests/Dist/test.sh "$$bin/swingpipe" out/dist out/test-dist
	@bin=$(binaries) && Tests/Dist/processors.sh "$$bin/swingpipe"

test-instructions: packages ## Count the hot kernels' instructions against limits, with valgrind, installed if missing
	$(released) --product count
	@bin=$(binaries) && Tests/Benchmarks/instructions.sh "$$bin/count" $(BENCHMARK)

build: packages ## Build the command line tool, optimised
	$(released) --product swingpipe

install: build ## Install the tool, its manual pages and shell completions below PREFIX
	@bin=$(binaries) && mkdir -p "$$bin/completions" && for shell in bash zsh fish; do \
	  "$$bin/swingpipe" --generate-completion-script $$shell >"$$bin/completions/$$shell" || exit; done
	$(released) --product generate-manual
	@bin=$(binaries) && $(RM) -r "$$bin/manual" && mkdir "$$bin/manual" && \
	"$$bin/generate-manual" "$$bin/swingpipe" --multi-page --output-directory "$$bin/manual" \
	  --date "$$(date -u -d "@$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || date +%s)}" +%F)"
	@bin=$(binaries) && strip -S -o "$$bin/installed-swingpipe" "$$bin/swingpipe"
	@bin=$(binaries) && set -x && \
	$(INSTALL) -d $(prefix)/bin $(bash_completions) $(zsh_completions) $(fish_completions) $(manual) && \
	$(INSTALL) -m 755 "$$bin/installed-swingpipe" $(prefix)/bin/swingpipe && \
	$(INSTALL) -m 644 "$$bin/completions/bash" $(bash_completions)/swingpipe && \
	$(INSTALL) -m 644 "$$bin/completions/zsh" $(zsh_completions)/_swingpipe && \
	$(INSTALL) -m 644 "$$bin/completions/fish" $(fish_completions)/swingpipe.fish && \
	$(INSTALL) -m 644 "$$bin"/manual/*.1 $(manual)

uninstall: ## Remove what install put there
	$(RM) $(prefix)/bin/swingpipe $(bash_completions)/swingpipe \
	  $(zsh_completions)/_swingpipe $(fish_completions)/swingpipe.fish \
	  $(manual)/swingpipe.1 $(manual)/swingpipe.*.1 $(manual)/swingpipe-*.1

# The tree that both the tarball and the wheel hold.
bundle: packages
	@.ci/packages --bundle
	@$(RM) -r out/dist/bundle && mkdir -p out/dist/bundle
	@$(MAKE) --silent install DESTDIR=out/dist/bundle PREFIX= INSTALL=install
	@Sources/Distribution/bundle.sh out/dist/bundle

dist: bundle ## Make a tarball, on Debian 12 for any x86_64 Linux of its age or later, in out/dist
	@Sources/Distribution/tarball.sh out/dist/bundle out/dist

wheel: bundle python ## Make a wheel for pip with the tool and the Python module, in out/dist
	@Sources/Python/build.sh out/dist/bundle out/dist

fuzz: build ## Feed every reader with damaged input for SECONDS each (60), with libFuzzer and AddressSanitizer; TARGETS for some
	@bin=$(binaries) && Tests/Fuzz/fuzz.sh "$$bin/swingpipe" $(SECONDS) $(TARGETS)

mutants: build ## Hand COUNT damaged recordings (1000), or files of SEEDS, to every command: none may crash, hang or take much memory
	@bin=$(binaries) && Tests/Fuzz/mutants.py "$$bin/swingpipe" $(COUNT) --keep out/mutants $(if $(SEEDS),--seeds $(call quoted,$(SEEDS)))

soak: build ## Disturb batches for SECONDS (60): kills, full disks, vanishing inputs; tables must stay the same
	@bin=$(binaries) && Tests/Soak/soak.sh "$$bin/swingpipe" $(SECONDS)

memory: build ## Run COUNT recordings (1000): memory must not grow with their number
	@bin=$(binaries) && Tests/Soak/memory.py "$$bin/swingpipe" $(COUNT)

scale: build python ## Time the commands of a data set with COUNTS recordings (1000 10000), and measure their memory
	@bin=$(binaries) && .build/python/bin/python3 Tests/Soak/scale.py "$$bin/swingpipe" $(COUNTS)

sanitize: build ## Run the tests with AddressSanitizer and ThreadSanitizer, and look for leaks with valgrind; CHECKS for some
	@bin=$(binaries) && Tests/Sanitizers/sanitize.sh "$(SWIFT)" "$$bin/swingpipe" .build/sanitizers $(CHECKS)

benchmark: build python ## Time swingpipe and SciPy at the same work, for Data/Benchmarks.md (an hour; BENCHMARK=--quick)
	$(released) --product count
	$(released) --product floor
	@bin=$(binaries) && python3 -B Tests/Benchmarks/benchmark.py "$$bin" $(BENCHMARK)

benchmark-micro: packages ## Time the kernels of the libraries, with percentiles
	$(SWIFT) package $(inlined) $(SWIFT_FLAGS) --package-path Tests/Benchmarks --scratch-path .build/benchmarks --disable-sandbox \
	  benchmark --target Micro --no-progress $(BENCHMARK)

accuracy: build python ## Measure how exactly things are found whose truth is known, for Data/Accuracy.md
	@[ -x out/accuracy/venv/bin/python3 ] || python3 -m venv out/accuracy/venv
	@out/accuracy/venv/bin/python3 -c 'import numpy, h5py, vqf, ahrs' 2>/dev/null || \
	  out/accuracy/venv/bin/python3 -m pip install --quiet --disable-pip-version-check numpy h5py vqf ahrs
	@bin=$(binaries) && PATH="$$PWD/out/accuracy/venv/bin:$$PATH" && \
	python3 -B Tests/Measurements/accuracy_swings.py "$$bin/swingpipe" out/accuracy $(wildcard ../shared/data) && \
	python3 -B Tests/Measurements/accuracy_plans.py "$$bin/swingpipe" out/accuracy && \
	python3 -B Tests/Measurements/accuracy_heads_and_dives.py "$$bin/swingpipe" out/accuracy $(if $(DIVE),$(call quoted,$(DIVE))) && \
	$(foreach data,$(wildcard ../shared/data),python3 -B Tests/Measurements/accuracy_orientation.py "$$bin/swingpipe" out/accuracy $(data) &&) true

degraded: build ## Measure what lesser input does to the results, for Data/Degraded.md
	@bin=$(binaries) && Tests/Measurements/degraded.sh "$$bin/swingpipe" out/degraded $(if $(SESSIONS),$(call quoted,$(SESSIONS)))

accuracy-workouts: build python ## Measure lags, states and figures of workouts, for Data/Accuracy.md
	@bin=$(binaries) && Tests/Measurements/accuracy_workouts.py "$$bin/swingpipe" out/accuracy $(wildcard ../shared/data/fit) $(if $(FIT),$(call quoted,$(FIT)))

model: build ## Train the built-in hit-or-miss model anew, on simulated recordings and SESSIONS
	@bin=$(binaries) && Tests/Measurements/model.sh "$$bin/swingpipe" Sources/Domains/Swings/Decisions/Model/hit-miss-model.json \
	  $(if $(SESSIONS),$(call quoted,$(SESSIONS)))

swing-model: build ## Train the built-in model of swing_probability anew, on simulated recordings and the folders of MOTION
	@bin=$(binaries) && Tests/Measurements/swing_model.sh "$$bin/swingpipe" Sources/Domains/Swings/Play/swing-model.json \
	  $(if $(MOTION),$(MOTION),$(error set MOTION to folders of labelled recordings of play and of everyday motion))

pictures: build ## Draw the README's pictures anew, in Data
	@bin=$(binaries) && Tests/Measurements/pictures.sh "$$bin/swingpipe" Data

format: swift ## Format the sources in place
	$(SWIFT) format --in-place --recursive $(sources)

lint: swift ## Check the sources' format and style, without a build
	$(SWIFT) format lint --strict --recursive $(sources)

# One site of all libraries, so that their pages can link to each other.
docs: packages ## Make the libraries' documentation, in docs-build
	@$(RM) -r docs-build && mkdir -p docs-build
	$(SWIFT) package $(SWIFT_FLAGS) --disable-sandbox --allow-writing-to-directory docs-build generate-documentation \
	  --enable-experimental-combined-documentation --experimental-skip-synthesized-symbols --warnings-as-errors \
	  $(libraries:%=--target %) --transform-for-static-hosting --output-path docs-build

clean: ## Remove what was built, the documentation and OUTPUT's default
	$(RM) -r .build docs-build out

swift:
	@command -v $(firstword $(SWIFT)) >/dev/null || { \
	  echo 'swingpipe needs Swift 6.1 or later on PATH: https://www.swift.org/install' >&2; exit 1; }

packages: swift
	@.ci/packages

# For tests that read what is written with other programs; they say so where there is none.
python:
	@.ci/packages --python
