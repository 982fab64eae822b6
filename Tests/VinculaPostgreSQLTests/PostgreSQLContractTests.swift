import StoreContract
import TestStores
import Testing
import VinculaEngine

@Suite struct PostgreSQLContractTests {
    @Test(arguments: StoreContract.cases)
    func holds(_ storeCase: StoreCase) async throws {
        try await PostgreSQLDatabases.withStore { store in try await storeCase.run(store) }
    }
}
