import IdentityToolkit

extension OpenAPIOperations {
    /// The descriptions of the routes for provider configurations.
    static let providers: [(String, OpenAPIOperation)] = [
        (
            "GET /v2/projects/{project}/oauthIdpConfigs",
            OpenAPIOperation(
                "projects.oauthIdpConfigs.list", "Lists the project's OpenID Connect providers.",
                query: [
                    .integer("pageSize", "The page size, 1 to 100."),
                    .text("pageToken", "The `nextPageToken` of the previous page."),
                ], gives: .shape(ListOAuthIdpConfigsResponse.self))
        ),
        (
            "POST /v2/projects/{project}/oauthIdpConfigs",
            OpenAPIOperation(
                "projects.oauthIdpConfigs.create", "Adds an OpenID Connect provider.", takes: OAuthIdpConfig.self,
                query: [.text("oauthIdpConfigId", "The id: `oidc.` and a name.")], gives: .shape(OAuthIdpConfig.self),
                alsoAnswers: [409])
        ),
        (
            "GET /v2/projects/{project}/oauthIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.oauthIdpConfigs.get", "Reads an OpenID Connect provider.", gives: .shape(OAuthIdpConfig.self))
        ),
        (
            "PATCH /v2/projects/{project}/oauthIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.oauthIdpConfigs.update", "Changes an OpenID Connect provider.", takes: OAuthIdpConfig.self,
                query: [updateMask], gives: .shape(OAuthIdpConfig.self))
        ),
        (
            "DELETE /v2/projects/{project}/oauthIdpConfigs/{provider}",
            OpenAPIOperation("projects.oauthIdpConfigs.delete", "Removes an OpenID Connect provider.", gives: .nothing)
        ),
        (
            "GET /v2/defaultSupportedIdps",
            OpenAPIOperation(
                "defaultSupportedIdps.list", "Lists the built-in providers.",
                gives: .shape(ListDefaultSupportedIdpsResponse.self))
        ),
        (
            "GET /v2/projects/{project}/defaultSupportedIdpConfigs",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.list", "Lists the project's configurations of built-in providers.",
                query: [
                    .integer("pageSize", "The page size, 1 to 100."),
                    .text("pageToken", "The `nextPageToken` of the previous page."),
                ], gives: .shape(ListDefaultSupportedIdpConfigsResponse.self))
        ),
        (
            "POST /v2/projects/{project}/defaultSupportedIdpConfigs",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.create", "Configures a built-in provider.",
                takes: DefaultSupportedIdpConfig.self, query: [.text("idpId", "The provider, such as `google.com`.")],
                gives: .shape(DefaultSupportedIdpConfig.self), alsoAnswers: [409])
        ),
        (
            "GET /v2/projects/{project}/defaultSupportedIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.get", "Reads a built-in provider's configuration.",
                gives: .shape(DefaultSupportedIdpConfig.self))
        ),
        (
            "PATCH /v2/projects/{project}/defaultSupportedIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.update", "Changes a built-in provider's configuration.",
                takes: DefaultSupportedIdpConfig.self, query: [updateMask],
                gives: .shape(DefaultSupportedIdpConfig.self))
        ),
        (
            "DELETE /v2/projects/{project}/defaultSupportedIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.delete", "Removes a built-in provider's configuration.", gives: .nothing)
        ),
    ]
}
