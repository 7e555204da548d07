/**
 * A process that refreshes one token many times at once, as a client does whose parts do not know of each other.
 *
 * Usage: node refresher.mjs TOKEN_ENDPOINT CLIENT_ID REFRESH_TOKEN TIMES; prints the answers as JSON.
 */
const [endpoint, client_id, refresh_token, times] = process.argv.slice(2);
const body = new URLSearchParams({ grant_type: "refresh_token", client_id, refresh_token });
const refresh = async () => (await fetch(endpoint, { method: "POST", body })).json();
const answers = await Promise.all(Array.from({ length: Number(times) }, refresh));
process.stdout.write(JSON.stringify(answers));
