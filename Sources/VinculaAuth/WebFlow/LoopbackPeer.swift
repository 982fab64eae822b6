#if os(Linux)
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The owner of the program at the other end of a connection within this machine, according to the kernel.
    enum LoopbackPeer {
        /// One end of a connection.
        struct End: Equatable {
            /// The IPv4 address in network byte order, as in the kernel's table.
            var address: UInt32
            var port: UInt16
        }

        private static let tables = ["/proc/net/tcp", "/proc/net/tcp6"]

        /// Indicates whether the kernel provides this information.
        static var isKnown: Bool { FileManager.default.isReadableFile(atPath: tables[0]) }

        /// Returns whether the peer is a program of this user. False if the kernel does not provide this information.
        static func isOurs(_ descriptor: Int32) -> Bool {
            guard let near = end(descriptor, getsockname), let far = end(descriptor, getpeername) else { return false }
            // A table is not read atomically, so a row may be missed.
            for _ in 0..<3 {
                for path in tables {
                    guard let table = read(path) else { continue }
                    if let owner = owner(of: far, connectedTo: near, in: table) { return owner == geteuid() }
                }
            }
            return false
        }

        /// Finds one end of a connection in a table of the kernel.
        ///
        /// - Returns: The user who opened it; nil if it is not listed, or no longer belongs to a program: its row then names
        ///   root.
        static func owner(of end: End, connectedTo other: End, in table: String) -> uid_t? {
            for line in table.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ")
                guard fields.count > 9, Self.end(fields[1]) == end, Self.end(fields[2]) == other else { continue }
                return fields[9] == "0" ? nil : uid_t(fields[7])
            }
            return nil
        }

        /// Parses `0100007F:1F90`, or the same within an IPv6 address.
        private static func end(_ text: Substring) -> End? {
            let parts = text.split(separator: ":")
            guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
            let isMapped = parts[0].count == 32 && parts[0].hasPrefix(mapped)
            let digits = isMapped ? parts[0].dropFirst(mapped.count) : parts[0]
            guard digits.count == 8, let address = UInt32(digits, radix: 16) else { return nil }
            return End(address: address, port: port)
        }

        /// The prefix of an IPv4 address mapped to IPv6 (`::ffff:0:0/96`).
        private static let mapped =
            String(repeating: "0", count: 16) + (UInt32(0xFFFF).bigEndian == 0xFFFF ? "0000FFFF" : "FFFF0000")

        private static func end(
            _ descriptor: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
        ) -> End? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isNamed = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &length) == 0 }
            }
            guard isNamed, address.sin_family == sa_family_t(AF_INET) else { return nil }
            return End(address: address.sin_addr.s_addr, port: UInt16(bigEndian: address.sin_port))
        }

        private static func read(_ path: String) -> String? {
            guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { return nil }
            return String(decoding: data, as: UTF8.self)
        }
    }
#endif
