import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which administrators configure SAML providers, and by which those learn of this server.
extension Routes {
    static let saml = [
        admin(
            .get, "v2/projects/{project}/inboundSamlConfigs",
            OpenAPIOperation(
                "projects.inboundSamlConfigs.list", "Lists the project's SAML providers.",
                query: [
                    .integer("pageSize", "The page size, 1 to 100."),
                    .text("pageToken", "The `nextPageToken` of the previous page."),
                ], gives: .shape(ListInboundSamlConfigsResponse.self))
        ) { $0.listInboundSamlConfigs },
        admin(
            .post, "v2/projects/{project}/inboundSamlConfigs",
            OpenAPIOperation(
                "projects.inboundSamlConfigs.create", "Adds a SAML provider.", takes: InboundSamlConfig.self,
                query: [.text("inboundSamlConfigId", "The id: `saml.` and a name.")], gives: .shape(InboundSamlConfig.self),
                alsoAnswers: [409])
        ) { $0.createInboundSamlConfig },
        admin(
            .get, "v2/projects/{project}/inboundSamlConfigs/{provider}",
            OpenAPIOperation(
                "projects.inboundSamlConfigs.get", "Reads a SAML provider.", gives: .shape(InboundSamlConfig.self))
        ) { $0.inboundSamlConfig },
        admin(
            .patch, "v2/projects/{project}/inboundSamlConfigs/{provider}",
            OpenAPIOperation(
                "projects.inboundSamlConfigs.update", "Changes a SAML provider.", takes: InboundSamlConfig.self,
                query: [updateMask], gives: .shape(InboundSamlConfig.self))
        ) { $0.updateInboundSamlConfig },
        admin(
            .delete, "v2/projects/{project}/inboundSamlConfigs/{provider}",
            OpenAPIOperation("projects.inboundSamlConfigs.delete", "Removes a SAML provider.", gives: .nothing)
        ) { $0.deleteInboundSamlConfig },
        Route(
            method: .get, paths: ["", "/{tenant}"].map { FlowCallback.metadata + "/{provider}/{project}" + $0 }, access: .open,
            limit: nil,
            operation: OpenAPIOperation("saml.metadata", "Describes this server to a SAML provider.", gives: .samlMetadata)
        ) { $0.samlMetadata },
    ]
}
