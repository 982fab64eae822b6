import StoreContract
import Testing
import VinculaEngine

@Suite struct StoreContractTests {
    @Test(arguments: StoreContract.cases)
    func holdsInAFile(_ storeCase: StoreCase) async throws {
        try await withFileStore { store, _ in try await storeCase.run(store) }
    }

    @Test(arguments: StoreContract.cases)
    func holdsInMemory(_ storeCase: StoreCase) async throws {
        try await withEphemeralStore { store in try await storeCase.run(store) }
    }
}
