package import VinculaCore

extension OperatorAdministration {
    /// Records that an operator signed in to the console, on behalf of the operator.
    package func recordSignIn(of account: AccountID) async throws {
        try await write(in: .operators) { $0.record(.consoleSignIn, account: account) }
    }
}

extension Work {
    /// Records a wrong password for an operator's account: the first of a run, and those from which on attempts must wait.
    ///
    /// - Parameters:
    ///   - account: The operator's account.
    ///   - count: The number of wrong passwords in a row.
    func recordWrongPassword(of account: Account, _ count: Int) {
        guard [1, GuessingPolicy.freeFailures, GuessingPolicy.mostFailures].contains(count) else { return }
        record(.consoleSignInRefuse, account: account.id, details: ["passwords": .integer(Int64(count))])
    }
}
