import Foundation

/// The number of files, including sockets, that this process may open.
enum OpenFiles {
    /// The files reserved for the database, for providers, and for the Swift runtime, which crashes without them.
    private static let reserve = 128
    /// The fewest connections that a port gets.
    private static let fewest = 8
    /// The most connections that the port for plain HTTP gets, and its share of the public port's.
    private static let plain = (most: 1000, share: 10)

    /// The maximum numbers of connections of the public port and of the port for plain HTTP.
    struct Connections: Hashable {
        let main: Int
        let plain: Int
    }

    /// Raises the limit as far as the system allows, and returns the number of connections that fit into it.
    ///
    /// - Parameters:
    ///   - wanted: The number of the public port's connections.
    ///   - hasPlainPort: Indicates whether there is a port for plain HTTP.
    ///   - others: The number of all other connections.
    static func connections(wanted: Int, hasPlainPort: Bool, others: Int) -> Connections {
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        let all = Connections(main: wanted, plain: hasPlainPort ? plainShare(of: wanted) : 0)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return all }
        let needed = rlim_t(all.main + all.plain + others + reserve)
        if limit.rlim_cur < needed {
            var raised = limit
            raised.rlim_cur = min(needed, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < needed else { return all }
        let left = max(0, Int(limit.rlim_cur) - reserve - others)
        guard hasPlainPort else { return Connections(main: max(fewest, left), plain: 0) }
        let main = max(fewest, left * plain.share / (plain.share + 1))
        return Connections(main: main, plain: plainShare(of: main))
    }

    private static func plainShare(of main: Int) -> Int { max(fewest, min(plain.most, main / plain.share)) }
}
