/*
 * SHA-256 (FIPS 180-4) of a stream: Web Crypto has no digest that takes a file piece by piece, and none at all on pages
 * that came unencrypted.
 */

const BLOCK = 64;
/** The first 32 bits of the fractional parts of the roots of primes: of cube roots as K, of square roots as START. */
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => (n) => ((n ** root % 1) * 2 ** 32) | 0;
const K = Int32Array.from(primes, fraction(1 / 3));
const START = Int32Array.from(primes.slice(0, 8), fraction(1 / 2));

export class Sha256 {
  #state = START.slice();
  #words = new Int32Array(64);
  #rest = new Uint8Array(BLOCK);
  #length = 0;

  /** Takes the next bytes, a Uint8Array. */
  update(bytes) {
    let start = 0;
    const filled = this.#length % BLOCK;
    this.#length += bytes.length;
    if (filled) {
      start = Math.min(BLOCK - filled, bytes.length);
      this.#rest.set(bytes.subarray(0, start), filled);
      if (filled + start < BLOCK) return;
      this.#compress(this.#rest, 0);
    }
    for (; start + BLOCK <= bytes.length; start += BLOCK) this.#compress(bytes, start);
    this.#rest.set(bytes.subarray(start));
  }

  /** Returns the digest in hexadecimal; nothing can be taken afterwards. */
  digest() {
    const bits = this.#length * 8;
    const used = this.#length % BLOCK;
    const padding = new Uint8Array((used < 56 ? BLOCK : 2 * BLOCK) - used);
    padding[0] = 0x80;
    const end = new DataView(padding.buffer, padding.length - 8);
    end.setUint32(0, Math.floor(bits / 2 ** 32));
    end.setUint32(4, bits >>> 0);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #compress(bytes, start) {
    const w = this.#words;
    for (let i = 0, at = start; i < 16; i += 1, at += 4) {
      w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    }
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    // By index: a loop or destructuring takes twice as long.
    const state = this.#state;
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let d = state[3];
    let e = state[4];
    let f = state[5];
    let g = state[6];
    let h = state[7];
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}
