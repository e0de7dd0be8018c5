/** Milliseconds before each further attempt, or less where the connection comes back. */
const PAUSES = [500, 2000, 8000];

/** Resolves as the first attempt that succeeds, or rejects as the last one. */
export async function again(attempt) {
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch {
      await new Promise((go) => [setTimeout(go, pause), addEventListener("online", go, { once: true })]);
    }
  }
  return attempt();
}
