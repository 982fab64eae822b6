import Foundation

// The types of CoreFoundation, which Apple's Security exports. Swift bridges nothing implicitly on Linux, so a dictionary is one
// of Swift's; a string is a class of its own, so that `String` and `CFString` are not confused.

public final class CFString: Hashable, Sendable {
    private let text: String

    fileprivate init(_ text: String) { self.text = text }

    public static func == (one: CFString, other: CFString) -> Bool { one.text == other.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    fileprivate static func text(of string: CFString) -> String { string.text }
}

extension String {
    public init(_ string: CFString) { self = CFString.text(of: string) }
}

public typealias CFDictionary = [CFString: Any]
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

// SecBase.h

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecDecode: OSStatus = -26275
public let errSecMissingEntitlement: OSStatus = -34018

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    status == errSecDuplicateItem ? CFString("The specified item already exists in the keychain.") : nil
}

// SecItem.h

public let kSecClass = CFString("class")
public let kSecClassGenericPassword = CFString("genp")
public let kSecAttrAccessGroup = CFString("agrp")
public let kSecAttrAccessible = CFString("pdmn")
public let kSecAttrAccessibleAfterFirstUnlock = CFString("ck")
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString("cku")
public let kSecAttrAccount = CFString("acct")
public let kSecAttrService = CFString("svce")
public let kSecAttrSynchronizable = CFString("sync")
public let kSecMatchLimit = CFString("m_Limit")
public let kSecMatchLimitOne = CFString("m_LimitOne")
public let kSecReturnData = CFString("r_Data")
public let kSecUseDataProtectionKeychain = CFString("nleg")
public let kSecValueData = CFString("v_Data")

@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    StubKeychain.shared.add(attributes)
}

@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let (status, data) = StubKeychain.shared.read(query)
    result?.pointee = data.map { NSData(data: $0) }
    return status
}

@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    StubKeychain.shared.update(query, attributesToUpdate)
}

@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    StubKeychain.shared.delete(query)
}

// SecAccessControl.h

public final class CFAllocator {}
public final class CFError {}
public final class SecAccessControl {}

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<CFError?>?
) -> SecAccessControl? {
    SecAccessControl()
}
