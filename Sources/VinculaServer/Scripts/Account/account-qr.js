// QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 20.

const eccPerBlock = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const blockCounts = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** The number of bytes in a code of a version, data and error correction together. */
const capacity = version => {
  let bits = (16 * version + 128) * version + 64
  if (version >= 2) {
    const patterns = Math.floor(version / 7) + 2
    bits -= (25 * patterns - 10) * patterns - 55
    if (version >= 7) bits -= 36
  }
  return bits >> 3
}

const dataBytes = version => capacity(version) - eccPerBlock[version] * blockCounts[version]

const multiply = (x, y) => {
  let z = 0
  for (let bit = 7; bit >= 0; bit--) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d)
    z ^= ((y >>> bit) & 1) * x
  }
  return z
}

/** The error correction of a block: the remainder of a division by a generator polynomial over GF(256). */
const correction = (data, degree) => {
  const divisor = new Uint8Array(degree)
  divisor[degree - 1] = 1
  let root = 1
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) divisor[j] = multiply(divisor[j], root) ^ (divisor[j + 1] ?? 0)
    root = multiply(root, 2)
  }
  const rest = new Array(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()
    rest.push(0)
    for (let i = 0; i < degree; i++) rest[i] ^= multiply(divisor[i], factor)
  }
  return rest
}

/** The text as the bytes of a code: mode, length, text, padding. */
const segment = (bytes, version) => {
  const bits = []
  const put = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1) }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  const most = dataBytes(version) * 8
  put(0, Math.min(4, most - bits.length))
  put(0, (8 - bits.length % 8) % 8)
  for (let pad = 0xec; bits.length < most; pad ^= 0xfd) put(pad, 8)
  return Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
}

/** The blocks with their error correction, a byte of each in turn. */
const interleaved = (data, version) => {
  const [blocks, length, total] = [blockCounts[version], eccPerBlock[version], capacity(version)]
  const short = blocks - total % blocks
  const shortData = Math.floor(total / blocks) - length
  const rows = []
  for (let i = 0, at = 0; i < blocks; i++) {
    const part = data.slice(at, at += shortData + (i < short ? 0 : 1))
    rows.push({ part, rest: correction(part, length) })
  }
  const result = []
  for (let i = 0; i <= shortData; i++) for (const { part } of rows) if (i < part.length) result.push(part[i])
  for (let i = 0; i < length; i++) for (const { rest } of rows) result.push(rest[i])
  return result
}

const alignments = version => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const places = [6]
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at)
  return places
}

/** A code's modules: `dark[y][x]`. Returns null for a text that is too long. */
export const modules = text => {
  const bytes = new TextEncoder().encode(text)
  const version = blockCounts.findIndex((_, v) => v > 0 && 12 + (v < 10 ? 0 : 8) + bytes.length * 8 <= dataBytes(v) * 8)
  if (version < 0) return null
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => new Array(size).fill(null))
  const set = (x, y, value) => { if (x >= 0 && y >= 0 && x < size && y < size) dark[y][x] = Boolean(value) }

  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]])
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4)
      }
  const places = alignments(version)
  for (const cx of places)
    for (const cy of places) {
      const last = size - 7
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6)) continue
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  if (version >= 7) {
    let rest = version
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = version << 12 | rest
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + i % 3, Math.floor(i / 3)]
      set(a, b, bits >>> i & 1)
      set(b, a, bits >>> i & 1)
    }
  }
  // Level M and mask 0, both of which are 0.
  let rest = 0
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const format = rest ^ 0x5412
  const bit = i => format >>> i & 1
  for (let i = 0; i <= 5; i++) set(8, i, bit(i))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i))
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i))
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i))
  set(8, size - 8, true)

  const stream = interleaved(segment(bytes, version), version)
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let row = 0; row < size; row++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - row : row
        if (dark[y][x] !== null) continue
        const value = at < stream.length * 8 ? stream[at >>> 3] >>> (7 - (at & 7)) & 1 : 0
        at++
        dark[y][x] = Boolean(value ^ Number((x + y) % 2 === 0))
      }
  }
  return dark
}

/** A code as a picture. Returns nothing for a text that is too long: the key can be typed instead. */
export const drawing = (text, label) => {
  const dark = modules(text)
  if (!dark) return null
  const size = dark.length + 8
  const node = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
  const path = dark.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("")
  const picture = node("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" })
  picture.append(node("rect", { width: size, height: size, fill: "#fff" }), node("path", { d: path, fill: "#000" }))
  return picture
}
