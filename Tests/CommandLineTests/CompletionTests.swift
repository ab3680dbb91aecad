import Foundation
import Testing

/// Completion in shells.
struct CompletionTests {
  private static func names(_ text: some StringProtocol) -> [String] {
    text.split(separator: "|").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }.sorted()
  }

  private static func quoted(_ lines: [String]) -> String { lines.map { "'\($0)'" }.joined(separator: " ") }

  private static let package = "/usr/share/bash-completion/bash_completion"

  private func expectSoundSyntax(of script: String, in shell: String) async throws {
    let outcome = try await CompletionScene().run("\(shell) -n ../\(script)")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test("The script for bash is sound", .enabled(if: Installed.has("bash"), "bash is not installed"))
  func bashSyntax() async throws { try await expectSoundSyntax(of: "bash", in: "bash") }

  @Test("The script for zsh is sound", .enabled(if: Installed.has("zsh"), "zsh is not installed"))
  func zshSyntax() async throws { try await expectSoundSyntax(of: "zsh/_swingpipe", in: "zsh") }

  @Test("The script for fish is sound", .enabled(if: Installed.has("fish"), "fish is not installed"))
  func fishSyntax() async throws { try await expectSoundSyntax(of: "fish", in: "fish") }

  @Test("In bash", .enabled(if: Installed.has("bash"), "bash is not installed"))
  func bash() async throws { try await expectCompletions(inBash: "") }

  @Test(
    "In bash with the bash-completion package",
    .enabled(
      if: Installed.has("bash") && FileManager.default.fileExists(atPath: package), "bash-completion is not installed"))
  func bashCompletion() async throws { try await expectCompletions(inBash: ". " + Self.package) }

  private func expectCompletions(inBash start: String) async throws {
    let scene = try await CompletionScene()
    // As readline calls the function, which is there for lines alone that somebody types.
    try scene.scratch.write(
      """
      \(start)
      . ../bash
      compopt() { :; }
      for line; do
        COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
        eval "COMP_WORDS=($line)"
        if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _swingpipe swingpipe "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        (IFS='|'; printf '%s\\n' "${COMPREPLY[*]}")
      done
      """, to: "complete.bash")
    let lines = CompletionScene.lines + CompletionScene.asked
    let outcome = try await scene.run("bash --norc ../complete.bash " + Self.quoted(lines.map(\.line)))
    #expect(outcome.errors.isEmpty)
    let answers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, expected) in lines.enumerated() {
      #expect(Self.names(answers[index]) == expected.offered, "\(expected.line)")
    }
  }

  @Test("In zsh", .enabled(if: Installed.has("zsh"), "zsh is not installed"))
  func zsh() async throws {
    let scene = try await CompletionScene()
    // An interactive shell in a terminal of its own, whose completion tells what it would add.
    try scene.scratch.write(
      """
      PROMPT=; RPROMPT=; unset zle_bracketed_paste
      fpath=($PWD/../zsh $fpath)
      autoload -Uz compinit; compinit -u -D
      compadd() {
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
        local -a offered; builtin compadd -A offered "$@"
        (( $#offered )) && print -n -r -- "${(j:|:)offered}|"
        builtin compadd "$@"
      }
      zstyle ':completion:*' list-colors ''
      setopt no_list_ambiguous no_auto_list no_auto_menu no_beep no_list_types
      tell() { print -n "<<"; zle complete-word; print -r -- ">>"; zle kill-whole-line }
      zle -N tell; bindkey '^T' tell
      """, to: "inner.zsh")
    try scene.scratch.write(
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'source ../inner.zsh; print READY''DONE'
      local text=; while zpty -r shell text '*READYDONE*'; do break; done
      for line; do
        zpty -w -n shell "$line"$'\\x14'
        text=; zpty -r shell text '*>>*'
        text=${text##*<<}; print -r -- "${${text%%>>*}//[$'\\r\\n']/}"
      done
      zpty -d shell
      """, to: "complete.zsh")
    let lines = CompletionScene.lines + CompletionScene.asked
    let outcome = try await scene.run("zsh -f ../complete.zsh " + Self.quoted(lines.map(\.line)))
    let answers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count > lines.count, "\(outcome.output) \(outcome.errors)")
    for (index, expected) in lines.enumerated() {
      #expect(Array(Set(Self.names(answers[index]))).sorted() == expected.offered, "\(expected.line)")
    }
  }

  /// Without a terminal fish asks no other program, so the lines for which the tool is asked are bash's and zsh's alone.
  @Test("In fish", .enabled(if: Installed.has("fish"), "fish is not installed"))
  func fish() async throws {
    let scene = try await CompletionScene()
    try scene.scratch.write(
      "source ../fish\nfor line in $argv; echo (complete -C $line | string split -f 1 \\t | string join '|'); end\n",
      to: "complete.fish")
    let outcome = try await scene.run(
      "HOME=\"$PWD\" fish -N ../complete.fish " + Self.quoted(CompletionScene.lines.map(\.line)))
    let answers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count >= CompletionScene.lines.count, "\(outcome.errors)")
    for (index, expected) in CompletionScene.lines.enumerated() {
      #expect(Self.names(answers[index]) == expected.offered, "\(expected.line)")
    }
  }
}
