import HTTPTypes

extension OpenAPIOperations {
    /// What Google has and this server has not.
    static let absent: [(String, OpenAPIOperation)] = AbsentRoute.all.compactMap { absent in
        guard let path = absent.route.paths.last else { return nil }
        return (
            "\(absent.route.method.rawValue) \(path)",
            OpenAPIOperation(absent.name, "Not there: the answer is always OPERATION_NOT_ALLOWED.", gives: .nothing)
        )
    }
}
