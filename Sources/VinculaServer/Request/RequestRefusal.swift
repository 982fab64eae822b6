/// A request that is refused for its form, before anybody looks at what it asks.
package enum RequestRefusal: Error, Hashable {
    case notFound
    /// - Parameter allowed: The methods that the path has, as `Allow` lists them.
    case methodNotAllowed(String, allowed: String)
    case foreignHost
    case foreignOrigin
    /// A proxy passed it on, to a port that is for programs of the same machine.
    case passedOn
    case packedBody
    case bodyTooLarge(Int)
    case bodyTooSlow
    case bodyBroken
    /// The bodies under way take all the memory that they may.
    case noRoomForBody
    /// The server stops, and the request is not whole.
    case stopping
    case malformedJSON(String)
    /// What is wrong with the request's head.
    case malformedHead(String)
    /// The most that a head may have, in bytes.
    case headTooLarge(Int)
    case headTooSlow
}
