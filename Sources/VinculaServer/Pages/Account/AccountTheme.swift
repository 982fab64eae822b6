import VinculaCore

extension PageColor {
    /// The rules of a stylesheet that colour buttons and links: in shades that can be read on light and on dark backgrounds.
    var rules: String {
        func rule(_ shade: PageColor) -> String { "--action:\(shade.text);--on-action:\(shade.ink.text)" }
        return """

            :root{\(rule(onLight))}
            @media (prefers-color-scheme:dark){:root{\(rule(onDark))}}

            """
    }
}
