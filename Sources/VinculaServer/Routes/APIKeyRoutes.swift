import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which administrators manage a project's API keys.
extension Routes {
    static let apiKeys = [
        admin(
            .get, "v2/projects/{project}/apiKeys", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.apiKeys.list", "Lists the project's API keys, with their last use.",
                gives: .shape(ListAPIKeysResponse.self))
        ) { $0.listAPIKeys },
        admin(
            .post, "v2/projects/{project}/apiKeys", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.apiKeys.create", "Creates an API key.", takes: APIKeyMessage.self, gives: .shape(APIKeyMessage.self),
                alsoAnswers: [409])
        ) { $0.createAPIKey },
        admin(
            .get, "v2/projects/{project}/apiKeys/{key}", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.apiKeys.get", "Reads an API key.", gives: .shape(APIKeyMessage.self), alsoAnswers: [404])
        ) { $0.apiKey },
        admin(
            .patch, "v2/projects/{project}/apiKeys/{key}", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.apiKeys.update", "Changes an API key's name or restrictions.", takes: APIKeyMessage.self,
                query: [updateMask], gives: .shape(APIKeyMessage.self), alsoAnswers: [404])
        ) { $0.updateAPIKey },
        admin(
            .delete, "v2/projects/{project}/apiKeys/{key}", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.apiKeys.delete", "Deletes an API key; apps that use it are refused within a second.",
                gives: .nothing, alsoAnswers: [404])
        ) { $0.deleteAPIKey },
    ]
}
