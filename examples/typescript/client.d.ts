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
export declare function toolResult(text: string, source?: string): TextPart;
/** Any other text from outside, such as a mail, a page or an error message. */
export declare function note(text: string, source?: string): TextPart;
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
    cut: {
        shown: number;
        of: number;
    } | null;
}
export interface Prompt {
    messages: {
        role: "system" | "user";
        text: string;
    }[];
    blocks: Block[];
    budget: {
        limit: number;
        used: number;
        counter: string;
        exactness: "exact" | "upper" | "estimate";
        dropped: {
            n: number;
            kind: string;
            source: Pointer;
            reason: string;
        }[];
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
    unchecked: {
        file: string;
        error: string;
    }[];
    findings: Finding[];
}
/** What was found, and the exit status that the command would have. */
export interface Checked extends Report {
    /** 0 clean, 1 findings at or above failOn, 2 could not be checked. */
    status: 0 | 1 | 2;
}
/** An answer that is no success. Its texts are the server's own. */
export declare class PromptcheckError extends Error {
    readonly code: string;
    readonly status: number;
    readonly hint: string | undefined;
    readonly pointer: Pointer | undefined;
    constructor(status: number, code: string, message: string, hint?: string, pointer?: Pointer);
}
export interface Options {
    /** The content of the server's --token-file. */
    token?: string;
    /** Milliseconds until a call is given up; 5000 unless set. */
    timeout?: number;
}
export declare class Promptcheck {
    private readonly base;
    private readonly headers;
    private readonly timeout;
    /** base is what the server printed, such as http://127.0.0.1:8787. */
    constructor(base: string, options?: Options);
    /** Makes a prompt. For several turns use conversation(). */
    render(request: RenderRequest): Promise<{
        prompt: Prompt;
        next: number;
    }>;
    /** Checks a body: text, bytes, or an object that is sent as JSON. */
    check(body: string | Uint8Array | object, options?: {
        kind?: string;
        failOn?: Severity | "never";
    }): Promise<Checked>;
    /** Whether the server takes work. */
    healthy(): Promise<boolean>;
    /** A conversation of several turns: it keeps the nonce and the ordinals. */
    conversation(): Conversation;
    private post;
}
/** Renders the turns of one conversation under one nonce, with rising ordinals. */
export declare class Conversation {
    private readonly client;
    private nonce;
    private first;
    private last;
    constructor(client: Promptcheck);
    /** Makes the next prompt. Turns that are asked for at once are made one after the other. */
    render(request: RenderRequest): Promise<Prompt>;
    private turn;
}
