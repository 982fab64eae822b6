/// The times within which the steps of a browser flow must follow each other.
package enum FlowTimes {
    /// The time from the handler to the provider's answer, in seconds.
    package static let answerSeconds: Int64 = 600
    /// The time from the provider's answer to the redemption of the result, in seconds.
    package static let resultSeconds: Int64 = 300
}
