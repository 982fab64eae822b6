import Foundation

/// The number of files, including sockets, that this process may open.
enum OpenFiles {
    /// The files reserved for the database, for providers, and for the Swift runtime, which crashes without them.
    private static let reserve = 128

    /// Raises the limit as far as the system allows, and returns the number of connections that fit into it.
    static func connections(wanted: Int) -> Int {
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return wanted }
        let needed = rlim_t(wanted + reserve)
        if limit.rlim_cur < needed {
            var raised = limit
            raised.rlim_cur = min(needed, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return limit.rlim_cur >= needed ? wanted : max(8, Int(limit.rlim_cur) - reserve)
    }
}
