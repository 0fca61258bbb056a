// A client of "promptcheck serve" for TypeScript and JavaScript: types and fetch,
// no dependencies. docs/openapi.json describes the same in full.
//
// client.js and client.d.ts are made from this file: npm ci && npm run build.

/** Where a finding, a block or an error comes from is a JSON pointer (RFC 6901). */
export type Pointer = string;

export type Severity = "error" | "warning" | "note";

/** Text from outside that needs no edit context: made by toolResult and note. */
export interface TextPart {
  kind: "tool-result" | "note";
  text: string;
  /** What the block's source says; the pointer to the text otherwise. */
  source?: string;
}

/** What a tool answered, whether it succeeded or not. */
export function toolResult(text: string, source?: string): TextPart {
  return { kind: "tool-result", text, ...(source === undefined ? {} : { source }) };
}

/** Any other text from outside, such as a mail, a page or an error message. */
export function note(text: string, source?: string): TextPart {
  return { kind: "note", text, ...(source === undefined ? {} : { source }) };
}

/** Fields of a request for a prompt. Give context or ask, or parts, or parts with one of the two. */
export interface RenderRequest {
  /** An edit context, version 0.1 or 0.2. */
  context?: object;
  /** An ask body. */
  ask?: object;
  /** Texts from outside, a block each, in this order, before the request. */
  parts?: TextPart[];
  /** The ask body of the turn before, for changes among the windows. */
  prev?: object;
  /** What the user asks for; the message of the ask body otherwise. */
  request?: string;
  /** Most tokens that the prompt may have; 8000 unless set. */
  budget?: number;
  encoding?: "o200k_base" | "cl100k_base" | "p50k_base" | "r50k_base" | "bytes";
  style?: "block" | "prefix" | "datamark" | "base64";
  /** The nonce of the conversation. Conversation keeps it. */
  nonce?: string;
  /** Ordinal of the first block. Conversation keeps it. */
  first?: number;
}

export interface Block {
  n: number;
  kind: string;
  trust: "request" | "derived" | "untrusted";
  /** A pointer into the context or ask body, or the source of a part. */
  source: Pointer;
  /** Index of the message; start and end are bytes of its text in UTF-8. */
  message: number;
  start: number;
  end: number;
  tokens: number;
  cut: { shown: number; of: number } | null;
}

export interface Prompt {
  messages: { role: "system" | "user"; text: string }[];
  blocks: Block[];
  budget: {
    limit: number;
    used: number;
    counter: string;
    exactness: "exact" | "upper" | "estimate";
    dropped: { n: number; kind: string; source: Pointer; reason: string }[];
  };
  /** A secret of the server side: keep it out of browsers and logs. */
  nonce: string;
}

export interface Finding {
  rule: string;
  severity: Severity;
  file: string;
  /** Byte offset into the body, or -1. */
  offset: number;
  pointer: Pointer;
  message: string;
}

export interface Report {
  checked: number;
  unchecked: { file: string; error: string }[];
  findings: Finding[];
}

/** What was found, and the exit status that the command would have. */
export interface Checked extends Report {
  /** 0 clean, 1 findings at or above failOn, 2 could not be checked. */
  status: 0 | 1 | 2;
}

/** An answer that is no success. Its texts are the server's own. */
export class PromptcheckError extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;
  readonly pointer: Pointer | undefined;

  constructor(status: number, code: string, message: string, hint?: string, pointer?: Pointer) {
    super(message);
    this.name = "PromptcheckError";
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.pointer = pointer;
  }
}

export interface Options {
  /** The content of the server's --token-file. */
  token?: string;
  /** Milliseconds until a call is given up; 5000 unless set. */
  timeout?: number;
}

export class Promptcheck {
  private readonly base: string;
  private readonly headers: Record<string, string>;
  private readonly timeout: number;

  /** base is what the server printed, such as http://127.0.0.1:8787. */
  constructor(base: string, options: Options = {}) {
    this.base = base.replace(/\/+$/, "");
    this.headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    this.timeout = options.timeout ?? 5000;
  }

  /** Makes a prompt. For several turns use conversation(). */
  async render(request: RenderRequest): Promise<{ prompt: Prompt; next: number }> {
    const response = await this.post("/v1/render", JSON.stringify(request), "application/json");
    if (!response.ok) {
      throw await failure(response);
    }
    const next = Number(response.headers.get("promptcheck-next-ordinal"));
    return { prompt: (await response.json()) as Prompt, next };
  }

  /** Checks a body: text, bytes, or an object that is sent as JSON. */
  async check(
    body: string | Uint8Array | object,
    options: { kind?: string; failOn?: Severity | "never" } = {},
  ): Promise<Checked> {
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
    const status = Number(response.headers.get("promptcheck-exit-status")) as 0 | 1 | 2;
    return { ...((await response.json()) as Report), status };
  }

  /** Whether the server takes work. */
  async healthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.base}/healthz`, { signal: AbortSignal.timeout(this.timeout) })).ok;
    } catch {
      return false;
    }
  }

  /** A conversation of several turns: it keeps the nonce and the ordinals. */
  conversation(): Conversation {
    return new Conversation(this);
  }

  private post(path: string, body: string | Uint8Array, type: string): Promise<Response> {
    return fetch(this.base + path, {
      method: "POST",
      body: body as BodyInit,
      headers: { ...this.headers, "content-type": type },
      signal: AbortSignal.timeout(this.timeout),
    });
  }
}

/** Renders the turns of one conversation under one nonce, with rising ordinals. */
export class Conversation {
  private readonly client: Promptcheck;
  private nonce: string | undefined;
  private first: number | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(client: Promptcheck) {
    this.client = client;
  }

  /** Makes the next prompt. Turns that are asked for at once are made one after the other. */
  render(request: RenderRequest): Promise<Prompt> {
    const prompt = this.last.then(() => this.turn(request));
    this.last = prompt.catch(() => undefined); // one that failed takes no ordinals
    return prompt;
  }

  private async turn(request: RenderRequest): Promise<Prompt> {
    const turn: RenderRequest = { ...request };
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

async function failure(response: Response): Promise<PromptcheckError> {
  try {
    const body = (await response.json()) as {
      error: { code: string; message: string; hint?: string; pointer?: string };
    };
    const e = body.error;
    return new PromptcheckError(response.status, e.code, e.message, e.hint, e.pointer);
  } catch {
    return new PromptcheckError(response.status, "http-body", "the answer is not of promptcheck serve");
  }
}
