/// Columns of text that line up.
struct Table {
    let headings: [String]
    var rows: [[String]] = []

    /// The table as lines; long cells are cut so that a row stays on one line.
    ///
    /// - Parameter widest: The width of the widest column, in characters.
    func text(widest: Int = 44) -> String {
        let lines = ([headings] + rows).map { $0.map { Self.cut(Self.printable($0), to: widest) } }
        let widths = headings.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).map { $0.padding(to: $1) }.joined(separator: "  ").trimmingTrailingSpace()
        }.joined(separator: "\n")
    }

    /// Replaces characters that could move a terminal's cursor or change its colours.
    static func printable(_ text: String) -> String {
        String(
            text.unicodeScalars.map {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format ? "?" : Character($0)
            })
    }

    private static func cut(_ text: String, to width: Int) -> String {
        text.count > width ? text.prefix(width - 1) + "…" : text
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate func trimmingTrailingSpace() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
