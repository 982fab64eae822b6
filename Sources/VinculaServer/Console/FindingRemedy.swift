extension ServerFinding.Remedy {
    /// The remedy that a finding's own words name: a command, or one of the server's settings.
    ///
    /// The doctor writes for people at a shell, who read what to run. At the console the same is a text to copy, so that a new
    /// finding needs no second description of what mends it.
    ///
    /// - Parameters:
    ///   - text: The finding.
    ///   - settings: The names of the server's settings.
    /// - Returns: `nil` if the text names nothing.
    package static func named(in text: String, settings: Set<String>) -> Self? {
        for found in text.matches(of: /`([^`]+)`/) where isPlain(found.output.1) { return .command(String(found.output.1)) }
        if let found = text.firstMatch(of: /: (vincula .+)$/) {
            let command = found.output.1.trimmingSuffix { $0 == "." || $0 == " " }
            if isPlain(command[...]) { return .command(command) }
        }
        let words = text.split { !($0.isLetter || $0.isNumber || "._".contains($0)) }.map { $0.trimmingSuffix { $0 == "." } }
        if let variable = words.first(where: { $0.hasPrefix("VINCULA_") }) { return .setting(variable) }
        // A word without a dot may be an ordinary one, such as “database”.
        return words.first { $0.contains(".") && settings.contains($0) }.map { .setting($0) }
    }

    /// Indicates whether a text is one of the commands that the doctor names, and nothing besides: parts of a finding may be from
    /// elsewhere, such as a certificate authority's reason, and people paste what they copy into a shell.
    private static func isPlain(_ command: Substring) -> Bool {
        (1...512).contains(command.utf8.count) && ["vincula ", "chmod "].contains(where: command.hasPrefix)
            && command.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte > 0x40
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || " ./_-@+=,:".utf8.contains(byte)
            }
    }
}

extension StringProtocol {
    /// Returns the text without the characters at its end that are of a kind.
    fileprivate func trimmingSuffix(_ isOfKind: (Character) -> Bool) -> String {
        var text = String(self)
        while let last = text.last, isOfKind(last) { text.removeLast() }
        return text
    }
}
