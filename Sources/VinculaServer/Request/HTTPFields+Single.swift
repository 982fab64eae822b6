import HTTPTypes

extension HTTPFields {
    /// The value of a field, as the subscript returns it; without a copy if the field is there once.
    func value(of name: HTTPField.Name) -> String? {
        guard let first = firstIndex(where: { $0.name == name }) else { return nil }
        guard !self[(first + 1)...].contains(where: { $0.name == name }) else { return self[name] }
        return self[first].value
    }

    /// Adds a field, or replaces those of its name.
    mutating func set(_ field: HTTPField) {
        if contains(field.name) { self[field.name] = field.value } else { append(field) }
    }
}
