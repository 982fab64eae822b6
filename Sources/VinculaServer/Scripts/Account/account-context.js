// What the page was opened with, what the server says of the project, and the texts.

const query = new URLSearchParams(location.search)

export const context = {
  key: query.get("key"),
  continueUrl: query.get("continueUrl"),
  codeChallenge: query.get("codeChallenge"),
  state: query.get("state"),
  language: document.documentElement.lang,
  config: null,
  texts: {},
}

/** The page's own address, without a mailed code and without the part after `#`. */
export const ownAddress = () => {
  const kept = new URLSearchParams()
  for (const name of ["key", "hl", "continueUrl", "codeChallenge", "state"])
    if (query.get(name)) kept.set(name, query.get(name))
  return `${location.origin}${location.pathname}?${kept}`
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
  const full = name => `vincula.account:${context.key}:${space}${name}`
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
  }
}

/** What this tab keeps: it survives a reload and the way to a provider and back, and ends with the tab. */
export const tab = store(sessionStorage, "")
/** What other tabs of this browser may know: who asked for a mailed link, which opens in a new one. */
export const browser = store(localStorage, "asked.")
