/// A request that is refused for its form, before anybody looks at what it asks.
package enum RequestRefusal: Error, Hashable {
    case notFound
    case methodNotAllowed(String)
    case foreignOrigin
    case packedBody
    case bodyTooLarge(Int)
    case bodyTooSlow
    case bodyBroken
    case malformedJSON(String)
}
