#if !(os(iOS) || os(tvOS) || os(visionOS) || os(watchOS))
    import Foundation

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    /// The POSIX calls that the loopback listener needs. No descriptor blocks, and none is inherited by programs that the app
    /// starts, such as the browser.
    enum LoopbackSocket {
        /// Listens on a free port of 127.0.0.1, which other machines cannot reach.
        ///
        /// - Throws: The system's error as an `NSError`.
        static func listen() throws -> (descriptor: Int32, port: UInt16) {
            let descriptor = socket(AF_INET, streamFlags, 0)
            guard descriptor >= 0 else { throw systemError() }
            var address = sockaddr_in()
            #if canImport(Darwin)
                address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
            #endif
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && systemListen(descriptor, Int32(SOMAXCONN)) == 0
                        && getsockname(descriptor, $0, &length) == 0 && prepare(descriptor)
                }
            }
            guard isListening else {
                let error = systemError()
                _ = systemClose(descriptor)
                throw error
            }
            return (descriptor, UInt16(bigEndian: address.sin_port))
        }

        /// Creates a pipe that interrupts a thread's `poll`.
        ///
        /// - Throws: The system's error as an `NSError`.
        static func wakePipe() throws -> (read: Int32, write: Int32) {
            var ends: [Int32] = [-1, -1]
            #if os(Linux)
                let isMade = socketpair(AF_UNIX, streamFlags, 0, &ends) == 0
            #else
                let isMade = pipe(&ends) == 0
            #endif
            guard isMade else { throw systemError() }
            guard ends.allSatisfy(prepare) else {
                let error = systemError()
                ends.forEach(close)
                throw error
            }
            return (ends[0], ends[1])
        }

        enum Accepted {
            case connection(Int32)
            case nobody
            /// Most likely no descriptor is available; the next attempt would fail, too.
            case failed
        }

        static func accept(_ listening: Int32) -> Accepted {
            while true {
                let descriptor = systemAccept(listening, nil, nil)
                if descriptor >= 0 {
                    guard prepare(descriptor) else {
                        close(descriptor)
                        return .failed
                    }
                    #if canImport(Darwin)
                        var on: Int32 = 1
                        _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
                    #endif
                    return .connection(descriptor)
                }
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN, EWOULDBLOCK: return .nobody
                default: return .failed
                }
            }
        }

        /// Reads the available bytes.
        ///
        /// - Returns: Empty if nothing is available yet; nil if the peer has closed the connection.
        static func read(_ descriptor: Int32) -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return Array(buffer.prefix(count)) }
            return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? [] : nil
        }

        /// Writes the last bytes and shuts down writing. The bytes must fit into a socket's buffer.
        static func writeLast(_ bytes: [UInt8], to descriptor: Int32) {
            #if canImport(Darwin)
                _ = send(descriptor, bytes, bytes.count, 0)
                _ = shutdown(descriptor, SHUT_WR)
            #else
                // Without MSG_NOSIGNAL, a browser that has closed the connection would end the app.
                _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                _ = shutdown(descriptor, Int32(SHUT_WR))
            #endif
        }

        static func wake(_ pipe: Int32) {
            var byte: UInt8 = 0
            _ = write(pipe, &byte, 1)
        }

        static func close(_ descriptor: Int32) {
            _ = systemClose(descriptor)
        }

        /// Returns the descriptors that have data to read, an end of file or an error.
        ///
        /// - Returns: nil if the system cannot wait for them: the next attempt would fail, too, and immediately.
        static func wait(for descriptors: [Int32], milliseconds: Int32) -> Set<Int32>? {
            var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&watched, numericCast(watched.count), milliseconds)
            if count < 0, errno != EINTR { return nil }
            if watched.contains(where: { $0.revents & Int16(POLLNVAL) != 0 }) { return nil }
            return count > 0 ? Set(watched.filter { $0.revents != 0 }.map(\.fd)) : []
        }

        /// The socket type, on platforms that support it with the flags that ``prepare(_:)`` sets: a program that another
        /// thread starts between two calls would inherit the descriptor.
        #if canImport(Glibc)
            private static let streamFlags =
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        #elseif canImport(Musl)
            private static let streamFlags = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK
        #else
            private static let streamFlags = SOCK_STREAM
        #endif

        private static func prepare(_ descriptor: Int32) -> Bool {
            let flags = fcntl(descriptor, F_GETFL)
            return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
                && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        }

        private static func systemError() -> NSError {
            NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
        }
    }

    private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
    private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
    private func systemAccept(
        _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
    ) -> Int32 {
        // accept4, which would set the flags atomically, is not among the functions that Swift imports.
        accept(descriptor, address, length)
    }
#endif
