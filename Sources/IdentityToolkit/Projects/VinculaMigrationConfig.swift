extension VinculaConfig {
    /// The move of a project's people from another server.
    public struct Migration: Codable, Sendable {
        /// The project at Firebase, or at another server with its API. Absent if nobody moves; `null` ends the move.
        public var firebase: Firebase?
        /// Creates a value with the given fields.
        public init(firebase: Firebase?) { self.firebase = firebase }
    }

    /// A project that people move from.
    public struct Firebase: Codable, Sendable {
        /// The project's id there.
        public var projectId: String?
        /// An API key of that project. Responses contain `********`.
        public var apiKey: String?
        /// The address of another server with Firebase's API. Absent for Firebase.
        public var serverUrl: String?
        /// The end of the move, in RFC 3339 format; at most 180 days ahead.
        public var until: String?
        /// Indicates whether refresh tokens of that project are exchanged; `true` if absent.
        public var acceptRefreshTokens: Bool?
        /// Indicates whether people can look up their account with an ID token of that project; `true` if absent.
        public var acceptIdTokens: Bool?
        /// Indicates whether that server is asked about passwords that are not known here; `false` if absent.
        public var askPasswords: Bool?
        /// Creates a value without any fields set.
        public init() {}
    }
}
