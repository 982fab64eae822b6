import FirebaseAuth

// Snippets with deprecated names stand in functions that are deprecated themselves: there the compiler does not warn of such names.
// The tests call them by way of these protocols, which are not deprecated.

protocol OldLinking {
    func link(_ user: User, with credential: AuthCredential, told: @escaping Seed001.Told)
    func signInToMerge(with credential: AuthCredential, merge: @escaping (User?, AuthDataResult?, (any Error)?) -> Void)
}

protocol OldRecovery {
    func recover(password: String, told: @escaping Seed002.Told)
}

protocol OldQuestion {
    func ways(of email: String, told: @escaping (_ ways: [String], (any Error)?) -> Void)
}
