// The proof of work that the server asks for before it sends a text message.
//
// A worker would need a script's address, which the page's Trusted Types refuse; the work is done in slices instead, so that
// the page stays alive.

const constants = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
const beginning = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const schedule = new Uint32Array(64)

/** SHA-256's compression: one block of 64 bytes, into the state. */
const compress = (state, bytes, offset) => {
  const w = schedule
  for (let i = 0; i < 16; i++) {
    const at = offset + i * 4
    w[i] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15], y = w[i - 2]
    const s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3
    const s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10
    w[i] = w[i - 16] + s0 + w[i - 7] + s1
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let i = 0; i < 64; i++) {
    const s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)
    const t1 = h + s1 + (e & f ^ ~e & g) + constants[i] + w[i] | 0
    const s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)
    const t2 = s0 + (a & b ^ a & c ^ b & c) | 0
    h = g; g = f; f = e; e = d + t1 | 0; d = c; c = b; b = a; a = t1 + t2 | 0
  }
  state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h
}

/** Hashes texts that begin alike; the blocks that they have in common are hashed once. */
const hasher = start => {
  const state = new Uint32Array(beginning)
  const known = new TextEncoder().encode(start)
  const whole = known.length - known.length % 64
  for (let offset = 0; offset < whole; offset += 64) compress(state, known, offset)
  const tail = known.subarray(whole)
  const block = new Uint8Array(128)
  const result = new Uint32Array(8)
  return end => {
    block.fill(0)
    block.set(tail)
    let length = tail.length
    for (let i = 0; i < end.length; i++) block[length++] = end.charCodeAt(i)
    block[length] = 0x80
    const size = length < 56 ? 64 : 128
    const bits = (whole + length) * 8
    for (let i = 0; i < 4; i++) block[size - 1 - i] = bits >>> i * 8 & 255
    result.set(state)
    for (let offset = 0; offset < size; offset += 64) compress(result, block, offset)
    return result
  }
}

const zeroBits = words => {
  let count = 0
  for (const word of words) {
    count += Math.clz32(word)
    if (word !== 0) break
  }
  return count
}

/** Lets the browser draw and listen; a timer would be slowed down to four milliseconds. */
const pause = () => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
})

/** More than this is not worked on: a server must not keep a phone busy for hours. */
const mostBits = 26

/**
 * Solves a challenge.
 *
 * @param progress Called a few times a second with a number from 0 to 1: the chance that it had been solved by now.
 * @returns The solution; null for what is not a challenge.
 */
export const solve = async (challenge, progress = () => {}) => {
  const bits = Number(/^pow1\.(\d{1,2})\.[\w-]+\.[\w-]+$/.exec(String(challenge))?.[1] ?? 0)
  if (bits < 1 || bits > mostBits || challenge.length > 108) return null
  const hash = hasher(`${challenge}.`)
  const expected = 2 ** bits
  let told = 0
  for (let nonce = 0; ;) {
    const until = performance.now() + 12
    while (performance.now() < until) {
      for (const last = nonce + 256; nonce < last; nonce++) {
        if (zeroBits(hash(String(nonce))) >= bits) return `${challenge}.${nonce}`
      }
    }
    if (performance.now() - told > 250) {
      told = performance.now()
      progress(1 - Math.exp(-nonce / expected))
    }
    await pause()
  }
}

/** Shows the work in an element that assistive technology reads out. */
export const progressIn = (place, text) => {
  const bar = document.createElement("progress")
  bar.max = 1
  bar.value = 0
  bar.setAttribute("aria-label", text)
  const line = document.createElement("p")
  line.append(text, " ", bar)
  place.replaceChildren(line)
  return {
    tell: value => { bar.value = value },
    end: () => { if (line.parentNode === place) line.remove() },
  }
}
