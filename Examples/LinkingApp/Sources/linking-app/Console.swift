import Dispatch
import Foundation

/// Standard input and output: a person's terminal, or a script's pipe.
///
/// A script's input is echoed in the output, so that it reads as if a person had typed it; secrets are not.
@MainActor final class Console {
    private let isTerminal = isatty(STDIN_FILENO) == 1
    private let hasColours = isatty(STDOUT_FILENO) == 1

    func write(_ text: String = "") {
        // Unbuffered, even into a pipe.
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Dims a text, for unavailable items.
    func dimmed(_ text: String) -> String { hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    /// Asks for a line.
    ///
    /// - Returns: The line without spaces around it; nil at the end of the input.
    func ask(_ prompt: String) -> String? {
        show(prompt)
        let line = readLine()?.trimmingCharacters(in: .whitespaces)
        if !isTerminal || line == nil { write(line ?? "") }
        return line
    }

    /// Asks for a line that must not be displayed.
    func askSecretly(_ prompt: String) -> String? {
        show(prompt)
        let line = isTerminal ? WithoutEcho.run { readLine() } : readLine()
        write(line.map { String(repeating: "•", count: min($0.count, 8)) } ?? "")
        return line
    }

    /// Echoes the command that was read, if the terminal has not.
    func repeatLine(_ line: String) { if !isTerminal { write(line) } }

    /// Asks for a command; ``repeatLine(_:)`` echoes it, because it may contain a secret.
    func askForCommand() -> String? {
        show("> ")
        let line = readLine()?.trimmingCharacters(in: .whitespaces)
        if line == nil { write() }
        return line
    }

    private func show(_ prompt: String) { try? FileHandle.standardOutput.write(contentsOf: Data(prompt.utf8)) }
}

/// The terminal with its echo off.
private enum WithoutEcho {
    /// Reads with the echo off, and restores the terminal afterwards, also after Ctrl-C.
    static func run(_ read: () -> String?) -> String? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return read() }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        signal(SIGINT, SIG_IGN)
        let interrupted = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        interrupted.setEventHandler {
            var before = before
            tcsetattr(STDIN_FILENO, TCSANOW, &before)
            exit(130)
        }
        interrupted.resume()
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        defer {
            var before = before
            tcsetattr(STDIN_FILENO, TCSANOW, &before)
            interrupted.cancel()
            signal(SIGINT, SIG_DFL)
        }
        return read()
    }
}
