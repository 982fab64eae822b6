/// Suggests the name that somebody probably meant.
package enum NearestName {
    /// Finds the name that is nearest to a mistyped one.
    ///
    /// A letter that is missing, extra, wrong, or swapped with its neighbour counts one; so does an omitted ending, however
    /// long it is. Case only counts between names that are equally near.
    ///
    /// - Parameters:
    ///   - text: The text that was typed. A text longer than any name has no nearest name.
    ///   - names: The valid names.
    /// - Returns: `nil` if none is near: a third of the letters may be wrong, and at least two, in a short word not the first.
    package static func of(_ text: String, among names: some Sequence<String>) -> String? {
        guard text.utf8.count <= 100 else { return nil }
        let typed = Array(text.lowercased().utf8)
        let exact = Array(text.utf8)
        let bound = max(2, typed.count / 3)
        var best: (name: String, distance: (Int, Int))?
        for name in names {
            let distance = distance(from: typed, to: Array(name.lowercased().utf8))
            // Two slips in a short word leave hardly anything of it.
            guard distance < 2 || typed.count > 4 || typed.first == name.lowercased().utf8.first else { continue }
            guard distance <= bound, distance < typed.count, distance <= best?.distance.0 ?? .max else { continue }
            let slips = (distance, Self.distance(from: exact, to: Array(name.utf8)))
            if let best, best.distance <= slips { continue }
            best = (name, slips)
        }
        return best?.name
    }

    /// The number of edits from one text to the other, or to a prefix of it plus one.
    private static func distance(from typed: [UInt8], to name: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...name.count)
        for (row, letter) in typed.enumerated() {
            var line = [row + 1]
            for (column, other) in name.enumerated() {
                var slips = min(last[column + 1], line[column]) + 1
                slips = min(slips, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == name[column - 1], typed[row - 1] == other {
                    slips = min(slips, before[column - 1] + 1)
                }
                line.append(slips)
            }
            (before, last) = (last, line)
        }
        // A prefix of two letters matches almost anything.
        let beginnings = last.indices.filter { $0 >= 3 && $0 < name.count }.map { last[$0] + 1 }
        return min(last[name.count], beginnings.min() ?? .max)
    }
}
