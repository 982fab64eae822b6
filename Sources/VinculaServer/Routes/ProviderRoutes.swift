import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which administrators configure a project's providers.
extension Routes {
    static let providers =
        [
            admin(
                .get, "v2/projects/{project}/oauthIdpConfigs",
                OpenAPIOperation(
                    "projects.oauthIdpConfigs.list", "Lists the project's own providers.",
                    query: [
                        .integer("pageSize", "The page size, 1 to 100."),
                        .text("pageToken", "The `nextPageToken` of the previous page."),
                    ], gives: .shape(ListOAuthIdpConfigsResponse.self))
            ) { $0.listOAuthIdpConfigs },
            admin(
                .post, "v2/projects/{project}/oauthIdpConfigs",
                OpenAPIOperation(
                    "projects.oauthIdpConfigs.create", "Adds a provider, by OpenID Connect or OAuth 2.",
                    takes: OAuthIdpConfig.self,
                    query: [.text("oauthIdpConfigId", "The id: `oidc.` or `oauth2.`, and a name.")],
                    gives: .shape(OAuthIdpConfig.self),
                    alsoAnswers: [409])
            ) { $0.createOAuthIdpConfig },
            admin(
                .get, "v2/projects/{project}/oauthIdpConfigs/{provider}",
                OpenAPIOperation(
                    "projects.oauthIdpConfigs.get", "Reads a provider of the project's own.", gives: .shape(OAuthIdpConfig.self))
            ) { $0.oauthIdpConfig },
            admin(
                .patch, "v2/projects/{project}/oauthIdpConfigs/{provider}",
                OpenAPIOperation(
                    "projects.oauthIdpConfigs.update", "Changes a provider of the project's own.", takes: OAuthIdpConfig.self,
                    query: [updateMask], gives: .shape(OAuthIdpConfig.self))
            ) { $0.updateOAuthIdpConfig },
            admin(
                .delete, "v2/projects/{project}/oauthIdpConfigs/{provider}",
                OpenAPIOperation("projects.oauthIdpConfigs.delete", "Removes a provider of the project's own.", gives: .nothing)
            ) { $0.deleteOAuthIdpConfig },
        ] + supportedProviders

    private static let supportedProviders = [
        admin(
            .get, "v2/defaultSupportedIdps",
            OpenAPIOperation(
                "defaultSupportedIdps.list", "Lists the built-in providers.",
                gives: .shape(ListDefaultSupportedIdpsResponse.self))
        ) { $0.listDefaultSupportedIdps },
        admin(
            .get, "v2/projects/{project}/defaultSupportedIdpConfigs",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.list", "Lists the project's configurations of built-in providers.",
                query: [
                    .integer("pageSize", "The page size, 1 to 100."),
                    .text("pageToken", "The `nextPageToken` of the previous page."),
                ], gives: .shape(ListDefaultSupportedIdpConfigsResponse.self))
        ) { $0.listDefaultSupportedIdpConfigs },
        admin(
            .post, "v2/projects/{project}/defaultSupportedIdpConfigs",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.create", "Configures a built-in provider.",
                takes: DefaultSupportedIdpConfig.self, query: [.text("idpId", "The provider, such as `google.com`.")],
                gives: .shape(DefaultSupportedIdpConfig.self), alsoAnswers: [409])
        ) { $0.createDefaultSupportedIdpConfig },
        admin(
            .get, "v2/projects/{project}/defaultSupportedIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.get", "Reads a built-in provider's configuration.",
                gives: .shape(DefaultSupportedIdpConfig.self))
        ) { $0.defaultSupportedIdpConfig },
        admin(
            .patch, "v2/projects/{project}/defaultSupportedIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.update", "Changes a built-in provider's configuration.",
                takes: DefaultSupportedIdpConfig.self, query: [updateMask],
                gives: .shape(DefaultSupportedIdpConfig.self))
        ) { $0.updateDefaultSupportedIdpConfig },
        admin(
            .delete, "v2/projects/{project}/defaultSupportedIdpConfigs/{provider}",
            OpenAPIOperation(
                "projects.defaultSupportedIdpConfigs.delete", "Removes a built-in provider's configuration.", gives: .nothing)
        ) { $0.deleteDefaultSupportedIdpConfig },
    ]
}
