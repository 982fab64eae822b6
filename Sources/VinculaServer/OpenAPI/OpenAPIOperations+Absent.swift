import HTTPTypes

extension OpenAPIOperations {
    /// The routes of Google's APIs that this server does not implement.
    static let absent: [(String, OpenAPIOperation)] = AbsentRoute.all.compactMap { absent in
        guard let path = absent.route.paths.last else { return nil }
        return (
            "\(absent.route.method.rawValue) \(path)",
            OpenAPIOperation(absent.name, "Not supported: the response is always OPERATION_NOT_ALLOWED.", gives: .nothing)
        )
    }
}
