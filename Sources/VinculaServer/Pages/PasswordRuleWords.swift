import VinculaCore

extension PasswordPolicy {
    /// Returns the rules in words.
    func rules(_ texts: PageTexts.PasswordRules) -> [String] {
        let least = isEnforced ? max(minimumLength, Self.shortest) : Self.shortest
        var rules = [texts.words(.length(least: least))]
        if isEnforced, maximumLength < Self.longestBytes { rules.append(texts.words(.excess(most: maximumLength))) }
        if isEnforced, needsLowercase { rules.append(texts.lowercase) }
        if isEnforced, needsUppercase { rules.append(texts.uppercase) }
        if isEnforced, needsNumeric { rules.append(texts.digit) }
        if isEnforced, needsNonAlphanumeric { rules.append(texts.symbol) }
        if refusesCommon { rules.append(texts.notCommon) }
        return rules
    }
}

extension PageTexts.PasswordRules {
    /// Returns what a password lacks, in words that continue ``broken``.
    func words(_ shortfall: PasswordShortfall) -> String {
        switch shortfall {
        case .length(let least): filled(atLeast, ["count": "\(least)"])
        case .excess(let most): filled(atMost, ["count": "\(most)"])
        case .lowercase: lowercase
        case .uppercase: uppercase
        case .digit: digit
        case .symbol: symbol
        case .common: common
        case .ownWord: ownWord
        }
    }
}
