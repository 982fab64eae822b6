import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which administrators manage people's accounts.
extension Routes {
    static let accountAdministration = [
        admin(
            .post, "v1/projects/{project}/accounts",
            OpenAPIOperation(
                "projects.accounts.create", "Creates an account.", takes: AdminCreateAccountRequest.self,
                gives: .shape(SignUpResponse.self))
        ) { $0.adminCreateAccount },
        admin(
            .post, "v1/projects/{project}/accounts:lookup", effect: .reads,
            OpenAPIOperation(
                "projects.accounts.lookup", "Reads accounts by id, email, phone number or identity.",
                takes: AdminLookupRequest.self, gives: .shape(LookupResponse.self))
        ) { $0.adminLookup },
        admin(
            .post, "v1/projects/{project}/accounts:update",
            OpenAPIOperation(
                "projects.accounts.update", "Changes an account.", takes: AdminUpdateRequest.self,
                gives: .shape(UpdateResponse.self))
        ) { $0.adminUpdate },
        admin(
            .post, "v1/projects/{project}/accounts:delete",
            OpenAPIOperation(
                "projects.accounts.delete", "Deletes an account.", takes: AdminDeleteRequest.self,
                gives: .shape(DeleteResponse.self))
        ) { $0.adminDelete },
        admin(
            .post, "v1/projects/{project}/accounts:sendOobCode",
            OpenAPIOperation(
                "projects.accounts.sendOobCode", "Emails a link or returns it.", takes: AdminSendOobCodeRequest.self,
                gives: .shape(SendOobCodeResponse.self))
        ) { $0.adminSendOobCode },
        admin(
            .post, "v1/projects/{project}/accounts:query", effect: .reads,
            OpenAPIOperation(
                "projects.accounts.query", "Counts, finds or lists accounts.", takes: QueryAccountsRequest.self,
                gives: .shape(QueryAccountsResponse.self))
        ) { $0.queryAccounts },
        admin(
            .post, "v1/projects/{project}:queryAccounts", effect: .reads,
            OpenAPIOperation(
                "projects.queryAccounts", "Counts, finds or lists accounts, as accounts:query does.",
                takes: QueryAccountsRequest.self, gives: .shape(QueryAccountsResponse.self))
        ) { $0.queryAccounts },
        admin(
            .get, "v1/projects/{project}/accounts:batchGet",
            OpenAPIOperation(
                "projects.accounts.batchGet", "Lists all accounts, page by page.",
                query: [
                    .integer("maxResults", "The page size, 1 to 1000."),
                    .text("nextPageToken", "The `nextPageToken` of the previous page."), tenant,
                ], gives: .shape(BatchGetResponse.self))
        ) { $0.batchGet },
        Route(
            method: .post, paths: googleLayouts("v1/projects/{project}/accounts:batchCreate"), access: .administrator,
            limit: .other, takesManyRows: true, operation: importing("projects.accounts.batchCreate")
        ) { $0.batchCreate },
        admin(
            .post, "v1/projects/{project}/accounts:sessions", effect: .reads,
            OpenAPIOperation(
                "projects.accounts.sessions", "Lists where a user is signed in.", takes: AccountSessionsRequest.self,
                gives: .shape(ListSessionsResponse.self))
        ) { $0.accountSessions },
        admin(
            .post, "v1/projects/{project}/accounts:endSessions",
            OpenAPIOperation(
                "projects.accounts.endSessions", "Ends some of a user's sessions, by handle.",
                takes: EndAccountSessionsRequest.self, gives: .shape(EndAccountSessionsResponse.self))
        ) { $0.endAccountSessions },
        admin(
            .post, "v1/projects/{project}/accounts:batchDelete",
            OpenAPIOperation(
                "projects.accounts.batchDelete", "Deletes up to 1000 accounts.", takes: BatchDeleteRequest.self,
                gives: .shape(BatchDeleteResponse.self))
        ) { $0.batchDelete },
        Route(
            method: .post, paths: v3Layouts("uploadAccount"), access: .administrator, limit: .other, takesManyRows: true,
            operation: importing("relyingparty.uploadAccount")
        ) { $0.batchCreate },
        Route(
            method: .post, paths: v3Layouts("downloadAccount"), access: .administrator, effect: .reads, limit: .other,
            operation: OpenAPIOperation(
                "relyingparty.downloadAccount", "Lists all accounts, page by page.", takes: DownloadAccountRequest.self,
                gives: .shape(BatchGetResponse.self))
        ) { $0.downloadAccount },
    ]

    private static func importing(_ name: String) -> OpenAPIOperation {
        OpenAPIOperation(
            name, "Imports up to 1000 accounts, with passwords that another system hashed.", takes: BatchCreateRequest.self,
            gives: .shape(BatchCreateResponse.self))
    }
}
