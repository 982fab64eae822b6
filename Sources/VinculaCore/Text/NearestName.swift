/// The name that somebody probably meant.
public enum NearestName {
    /// Finds the name that a mistyped one is nearest to.
    ///
    /// A letter that is missing, too many, wrong, or swapped with its neighbour counts one; so does an ending that was left
    /// off, however long it is. Capitals count only between names that are equally near.
    ///
    /// - Parameters:
    ///   - text: What was typed. What is longer than any name could be has no nearest one.
    ///   - names: The names that there are.
    /// - Returns: `nil` if none is near: a third of the letters may be wrong, and at least two.
    public static func of(_ text: String, among names: some Sequence<String>) -> String? {
        guard text.utf8.count <= 100 else { return nil }
        let typed = Array(text.lowercased().utf8)
        let exact = Array(text.utf8)
        let bound = max(2, typed.count / 3)
        var best: (name: String, distance: (Int, Int))?
        for name in names {
            let distance = distance(from: typed, to: Array(name.lowercased().utf8))
            guard distance <= bound, distance < typed.count, distance <= best?.distance.0 ?? .max else { continue }
            let slips = (distance, Self.distance(from: exact, to: Array(name.utf8)))
            if let best, best.distance <= slips { continue }
            best = (name, slips)
        }
        return best?.name
    }

    /// How many slips lead from one text to the other, or to a beginning of it and one slip more.
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
        // A beginning of two letters is one of almost anything.
        let beginnings = last.indices.filter { $0 >= 3 && $0 < name.count }.map { last[$0] + 1 }
        return min(last[name.count], beginnings.min() ?? .max)
    }
}
