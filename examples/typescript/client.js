// A client of "promptcheck serve" for TypeScript and JavaScript: types and fetch,
// no dependencies. docs/openapi.json describes the same in full.
//
// client.js and client.d.ts are made from this file: npm ci && npm run build.
/** What a tool answered, whether it succeeded or not. */
export function toolResult(text, source) {
    return { kind: "tool-result", text, ...(source === undefined ? {} : { source }) };
}
/** Any other text from outside, such as a mail, a page or an error message. */
export function note(text, source) {
    return { kind: "note", text, ...(source === undefined ? {} : { source }) };
}
/** An answer that is no success. Its texts are the server's own. */
export class PromptcheckError extends Error {
    code;
    status;
    hint;
    pointer;
    constructor(status, code, message, hint, pointer) {
        super(message);
        this.name = "PromptcheckError";
        this.status = status;
        this.code = code;
        this.hint = hint;
        this.pointer = pointer;
    }
}
export class Promptcheck {
    base;
    headers;
    timeout;
    /** base is what the server printed, such as http://127.0.0.1:8787. */
    constructor(base, options = {}) {
        this.base = base.replace(/\/+$/, "");
        this.headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
        this.timeout = options.timeout ?? 5000;
    }
    /** Makes a prompt. For several turns use conversation(). */
    async render(request) {
        const response = await this.post("/v1/render", JSON.stringify(request), "application/json");
        if (!response.ok) {
            throw await failure(response);
        }
        const next = Number(response.headers.get("promptcheck-next-ordinal"));
        return { prompt: (await response.json()), next };
    }
    /** Checks a body: text, bytes, or an object that is sent as JSON. */
    async check(body, options = {}) {
        const query = new URLSearchParams();
        if (options.kind !== undefined) {
            query.set("kind", options.kind);
        }
        if (options.failOn !== undefined) {
            query.set("fail-on", options.failOn);
        }
        const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
        const response = await this.post(`/v1/check?${query}`, raw, "application/octet-stream");
        // 422 is a report, too: the body could not be checked.
        if (!response.ok && response.status !== 422) {
            throw await failure(response);
        }
        const status = Number(response.headers.get("promptcheck-exit-status"));
        return { ...(await response.json()), status };
    }
    /** Whether the server takes work. */
    async healthy() {
        try {
            return (await fetch(`${this.base}/healthz`, { signal: AbortSignal.timeout(this.timeout) })).ok;
        }
        catch {
            return false;
        }
    }
    /** A conversation of several turns: it keeps the nonce and the ordinals. */
    conversation() {
        return new Conversation(this);
    }
    post(path, body, type) {
        return fetch(this.base + path, {
            method: "POST",
            body: body,
            headers: { ...this.headers, "content-type": type },
            signal: AbortSignal.timeout(this.timeout),
        });
    }
}
/** Renders the turns of one conversation under one nonce, with rising ordinals. */
export class Conversation {
    client;
    nonce;
    first;
    last = Promise.resolve();
    constructor(client) {
        this.client = client;
    }
    /** Makes the next prompt. Turns that are asked for at once are made one after the other. */
    render(request) {
        const prompt = this.last.then(() => this.turn(request));
        this.last = prompt.catch(() => undefined); // one that failed takes no ordinals
        return prompt;
    }
    async turn(request) {
        const turn = { ...request };
        if (this.nonce !== undefined && this.first !== undefined) {
            turn.nonce = this.nonce;
            turn.first = this.first;
        }
        const { prompt, next } = await this.client.render(turn);
        this.nonce = prompt.nonce;
        this.first = next;
        return prompt;
    }
}
async function failure(response) {
    try {
        const body = (await response.json());
        const e = body.error;
        return new PromptcheckError(response.status, e.code, e.message, e.hint, e.pointer);
    }
    catch {
        return new PromptcheckError(response.status, "http-body", "the answer is not of promptcheck serve");
    }
}
