// What the page was opened with, what the server says of the project, and the texts.

const query = new URLSearchParams(location.search)
/** A parameter in either of the spellings that the server reads. */
const given = name => query.get(name) || query.get(name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)) || null

export const context = {
  key: given("key"),
  /** The tenant whose people the page is for; without one, the project's own. */
  tenantId: given("tenantId"),
  continueUrl: given("continueUrl"),
  codeChallenge: given("codeChallenge"),
  state: given("state"),
  language: document.documentElement.lang,
  config: null,
  texts: {},
  /** Indicates whether the view that is being drawn is the one that is there already, in another language. */
  isRedrawing: false,
}

/** The page's own address in its language, without a mailed code and without the part after `#`. */
export const ownAddress = () => {
  const kept = new URLSearchParams({ key: context.key, hl: context.language })
  for (const name of ["tenantId", "continueUrl", "codeChallenge", "state"]) if (context[name]) kept.set(name, context[name])
  return `${location.origin}${location.pathname}?${kept}`
}

/** Nobody is handed over to the app any more; it stays a place to go back to. */
export const dropHandover = () => {
  context.codeChallenge = null
  context.state = null
}

/** A text of the page, with its variables filled in. */
export const t = (name, values = {}) =>
  (context.texts[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_, variable) => values[variable] ?? "")

/** A provider as the server describes it; for one that it does not know, its id. */
export const provider = id =>
  context.config.providers.find(known => known.id === id) ?? { id, title: id, mark: null, isOffered: false }

export const offeredProviders = () => context.config.providers.filter(known => known.isOffered)

/** The name of a way in. */
export const wayTitle = id =>
  id === "password" ? t("way.password") : id === "emailLink" ? t("way.emailLink") : id === "phone" ? t("way.phone") : provider(id).title

const store = (storage, space) => {
  const full = name => `vincula.account:${context.key}:${context.tenantId ? `${context.tenantId}:` : ""}${space}${name}`
  return {
    set: (name, value, seconds) =>
      storage.setItem(full(name), JSON.stringify({ value, until: seconds ? Date.now() + seconds * 1000 : null })),
    get: name => {
      try {
        const { value, until } = JSON.parse(storage.getItem(full(name)))
        if (until === null || Date.now() < until) return value
      } catch {
        // Nothing there, or nothing of ours.
      }
      storage.removeItem(full(name))
      return null
    },
    remove: name => storage.removeItem(full(name)),
    take(name) {
      const value = this.get(name)
      this.remove(name)
      return value
    },
    clear: () => {
      for (const name of Object.keys(storage)) if (name.startsWith(full(""))) storage.removeItem(name)
    },
    /** Acts when another tab removes a value. */
    whenRemoved: (name, act) =>
      addEventListener("storage", event => event.key === full(name) && event.newValue === null && act()),
  }
}

/** What this tab keeps: it survives a reload and the way to a provider and back, and ends with the tab. */
export const tab = store(sessionStorage, "")
/** What other tabs of this browser may know: who asked for a mailed link, which opens in a new one. */
export const browser = store(localStorage, "asked.")
