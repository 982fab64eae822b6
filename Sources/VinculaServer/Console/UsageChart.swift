import Foundation
import VinculaCore

/// A picture of numbers over time, with the numbers in a table beside it.
struct UsageChart: Sendable {
    /// The most rows that have a colour of their own; the others are added up.
    private static let mostRows = 5
    private static let (width, height) = (480, 120)

    /// The beginning of the ids of its parts.
    let id: String
    let title: String
    let rows: [(name: String, values: [Int])]
    /// The steps, oldest first.
    let steps: [String]
    /// The ends of the axis, which are shorter.
    let ends: (first: String, last: String)
    let context: ConsoleContext

    private var texts: ConsoleTexts { context.texts }

    /// - Parameters:
    ///   - series: The numbers, the greatest first.
    ///   - name: The name of a row.
    init(
        id: String, title: String, _ series: [UsageReport.Series], of report: UsageReport, context: ConsoleContext,
        name: (UsageReport.Series) -> String
    ) {
        (self.id, self.title, self.context) = (id, title, context)
        var rows = series.map { (name: name($0), values: $0.values) }
        if rows.count > Self.mostRows {
            let others = rows[(Self.mostRows - 1)...]
            let sum = report.starts.indices.map { place in others.reduce(0) { $0 + $1.values[place] } }
            rows = rows.prefix(Self.mostRows - 1) + [(name: context.texts["usage.others"], values: sum)]
        }
        self.rows = rows
        steps = report.starts.map { report.period.label(of: $0, context.language) }
        ends = (steps.first ?? "", steps.last ?? "")
    }

    private var sums: [Int] { steps.indices.map { place in rows.reduce(0) { $0 + $1.values[place] } } }

    var html: HTML {
        guard rows.contains(where: { $0.values.contains { $0 > 0 } }) else {
            return "<h2>\(title)</h2><p>\(texts["usage.nothing"])</p>"
        }
        // The label is the number at the top of the picture.
        let most = Self.roundedUp(sums.max() ?? 0)
        return """
            <h2>\(title)</h2>
            <figure class="chart">
            <p class="scale">\(Self.text(most))</p>
            \(picture(most: most))
            <p class="axis"><span>\(ends.first)</span><span>\(ends.last)</span></p>
            <figcaption>\(legend)</figcaption>
            </figure>
            <details><summary>\(texts("usage.numbers", ["what": title]))</summary>\(table)</details>
            """
    }

    private func picture(most: Int) -> HTML {
        let step = Double(Self.width) / Double(max(1, steps.count))
        let sums = sums
        let bars = steps.indices.map { place -> HTML in
            var top = Double(Self.height)
            let parts = rows.enumerated().compactMap { index, row -> HTML? in
                guard row.values[place] > 0 else { return nil }
                // What there is must be seen.
                let size = max(1.5, Double(Self.height) * Double(row.values[place]) / Double(max(1, most)))
                top -= size
                return """
                    <rect class="s\("\(index)")" x="\(Self.text(Double(place) * step + step * 0.1))" y="\(Self.text(max(0, top)))" \
                    width="\(Self.text(step * 0.8))" height="\(Self.text(size))"/>
                    """
            }.joined()
            return parts.text.isEmpty ? "" : "<g><title>\(steps[place]): \(Self.text(sums[place]))</title>\(parts)</g>"
        }.joined()
        let lines = [0, Self.height / 2, Self.height].map { y -> HTML in
            "<path class=\"grid\" d=\"M0 \("\(y)")H\("\(Self.width)")\"/>"
        }.joined()
        let about = texts(
            "usage.about", ["from": ends.first, "to": ends.last, "most": Self.text(sums.max() ?? 0)])
        return """
            <svg role="img" aria-labelledby="\(id)-title \(id)-about" viewBox="0 0 \("\(Self.width)") \("\(Self.height)")" \
            preserveAspectRatio="none"><title id="\(id)-title">\(title)</title><desc id="\(id)-about">\(about)</desc>\
            \(lines)\(bars)</svg>
            """
    }

    private var legend: HTML {
        let list = rows.enumerated().map { index, row -> HTML in
            """
            <li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="s\("\(index)")" width="10" height="10"/></svg>\
            \(row.name)</li>
            """
        }.joined()
        return "<ul class=\"legend\">\(list)</ul>"
    }

    private var table: HTML {
        let cells = steps.indices.reversed().map { place -> [HTML] in
            ["\(steps[place])"] + rows.map { "\(Self.text($0.values[place]))" }
        }
        return context.table(title, ["time"] + rows.map { $0.name }, cells)
    }

    /// The next number that an axis may end at.
    static func roundedUp(_ number: Int) -> Int {
        var unit = 1
        while unit * 10 < number { unit *= 10 }
        return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= number } ?? number
    }

    private static func text(_ number: Int) -> String { "\(number)" }

    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension UsagePeriod {
    /// The name of a step, in UTC.
    func label(of start: Timestamp, _ language: Language) -> String {
        var style = Date.FormatStyle(locale: Locale(identifier: language.rawValue))
        style.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(start.seconds))
        switch self {
        case .hours: return date.formatted(style.month(.abbreviated).day().hour(.defaultDigits(amPM: .abbreviated)).minute())
        case .days: return date.formatted(style.month(.abbreviated).day())
        case .months: return date.formatted(style.year().month(.abbreviated))
        }
    }
}
