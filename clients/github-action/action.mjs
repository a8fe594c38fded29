// Bundled from main.ts: change that.
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { execFile } from "node:child_process";
import { EOL, tmpdir } from "node:os";
import { promisify } from "node:util";
import { randomUUID } from "node:crypto";
// clients/github-action/diff.ts
const MAX_LINES = 500;
const MAX_OUTPUT_BYTES = 67108864;
/** Returns Git's unified diff of two texts, cut after `MAX_LINES` lines. */
async function showDifference(before, after, name) {
	const folder = await mkdtemp(join(tmpdir(), "maps-action-"));
	try {
		await Promise.all([writeFile(join(folder, "before"), before), writeFile(join(folder, "after"), after)]);
		const lines = (await runDiff(folder)).trimEnd().split("\n");
		const shown = lines.slice(lines.findIndex((it) => it.startsWith("@@"))).slice(0, MAX_LINES);
		const rest = lines.length > MAX_LINES ? ["… and more"] : [];
		return [
			`--- ${name}`,
			"+++ the map",
			...shown,
			...rest
		].join("\n");
	} finally {
		await rm(folder, { recursive: true });
	}
}
/** Runs `git diff`, which exits with 1 if the files differ. */
async function runDiff(folder) {
	const args = [
		"diff",
		"--no-index",
		"--no-color",
		"--no-ext-diff",
		"--",
		"before",
		"after"
	];
	const options = {
		cwd: folder,
		maxBuffer: MAX_OUTPUT_BYTES
	};
	return promisify(execFile)("git", args, options).then(({ stdout }) => stdout, (error) => error.code === 1 ? error.stdout ?? "" : "Git is not there to tell more.");
}
const titleLine = /^# (.+)$/;
const heading = /^## (.+)$/;
const serviceLine = /^- \*\*(?<label>.+?)\*\*(?: - (?<tech>.+?))?(?: \((?<spend>-?[^ ()\d-]{1,3} ?\d+(?:\.\d+)?(?:k|E\d+)?)\))?$/;
const connectionLine = /^- (?<connection>[^→]+ → [^→]+)$/;
/** Reads title, services and connections from a `claude`, `agents` or `markdown` export. */
function readDocument(text) {
	const document = {
		title: "",
		services: [],
		connections: []
	};
	let section = "";
	for (const line of text.split(/\r?\n/)) {
		if (section === "") document.title ||= titleLine.exec(line)?.[1] ?? "";
		section = heading.exec(line)?.[1] ?? section;
		const service = section === "Services" ? serviceLine.exec(line)?.groups : void 0;
		const connection = section === "Dependencies" ? connectionLine.exec(line)?.groups : void 0;
		if (service) {
			const { label = "", tech = "", spend = "" } = service;
			document.services.push({
				label,
				tech,
				spend
			});
		}
		if (connection) document.connections.push(connection["connection"]);
	}
	return document;
}
// clients/typescript/errors.ts
/** The error of a failed call. Its `message` says what is wrong and what would be valid. */
var MapsError = class extends Error {
	/** Status of the response; undefined without a response. */
	status;
	/** Name of the status, as in "Not Found". */
	title;
	/** What is wrong and what would be valid, without the fields. */
	detail;
	/** On 400: what would be valid, by the path of the field, as in `edges[0].color`. */
	fields;
	/** Id of the request, for reports to the operator. */
	requestId;
	/** Seconds until the next attempt may succeed. */
	retryAfter;
	constructor(problem, options) {
		const { status, title = "", detail = "", fields = {}, requestId, retryAfter } = problem;
		super(messageOf(detail || title, fields), options);
		this.name = new.target.name;
		this.status = status;
		this.title = title;
		this.detail = detail;
		this.fields = fields;
		this.requestId = requestId;
		this.retryAfter = retryAfter;
	}
};
/** 400: `fields` names what to change. */
var ValidationError = class extends MapsError {};
/** 401: the token is missing, wrong, expired or revoked. */
var UnauthorizedError = class extends MapsError {};
/** 403: the workspace's plan or a read-only token does not allow the call. */
var ForbiddenError = class extends MapsError {};
/** 404: no map of the workspace has this id. */
var NotFoundError = class extends MapsError {};
/** 409: another request with the same idempotency key is in progress. */
var ConflictError = class extends MapsError {};
/** 412: the map has changed since it was read. */
var PreconditionFailedError = class extends MapsError {};
/** 429: the workspace has used up its quota of requests for the next `retryAfter` seconds. */
var RateLimitedError = class extends MapsError {};
/** 502, 503 or 504: the service cannot answer now. */
var UnavailableError = class extends MapsError {};
/** The response is missing or incomplete; `cause` has the reason. The service may have applied a change nevertheless. */
var ConnectionError = class extends MapsError {};
function messageOf(text, fields) {
	const named = Object.entries(fields).filter(([field]) => field !== "");
	return named.length === 0 ? text : `${text} ${named.map(([field, problem]) => `${field} ${problem}`).join("; ")}.`;
}
// clients/typescript/headers.ts
/**
* Finds the target of a `Link` header (RFC 8288) by relation and, if given, media type. A relative target gets
* a placeholder as its origin.
*/
function findLink(headers, relation, type = "") {
	for (const [, target, parameters] of (headers.get("Link") ?? "").matchAll(/<([^>]*)>([^<]*)/g)) if (new RegExp(`;\\s*rel="?${relation}"?`).test(parameters) && parameters.includes(type)) return new URL(target, "http://relative.invalid");
}
/** The `ETag` in its strong form. A compressed response has the weak form, for the same content. */
function readEtag(headers) {
	return headers.get("ETag")?.replace(/^W\//, "");
}
// clients/typescript/file-facts.ts
/** Reads the facts of a file from the response headers of its export. */
function readFileFacts(format, headers) {
	const scale = /used=([\d.]+)/.exec(headers.get("X-Export-Scale") ?? "")?.[1];
	const nextPart = findLink(headers, "next")?.searchParams.get("part");
	return {
		format,
		contentType: headers.get("Content-Type") ?? "application/octet-stream",
		fileName: readFileName(headers.get("Content-Disposition") ?? "") ?? `map.${format}`,
		etag: readEtag(headers),
		...scale && { scale: Number(scale) },
		...nextPart && { nextPart: Number(nextPart) }
	};
}
/** The file name in a `Content-Disposition` header. Only its extended form (RFC 6266) has non-ASCII characters. */
function readFileName(disposition) {
	const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	return extended ? decodeURIComponent(extended) : /filename="([^"]*)"/i.exec(disposition)?.[1];
}
// clients/typescript/read-response.ts
const contentTypes = {
	png: "image/png",
	svg: "image/svg+xml",
	markdown: "text/markdown",
	claude: "text/markdown",
	agents: "text/markdown",
	figma: "application/json",
	notion: "application/json"
};
/** Returns the response to an export. @throws MapsError if it is no file of this format, but a sign-in page, for example */
function checkFormat(format, response) {
	if (typeOf(response).startsWith(contentTypes[format])) return response;
	throw unexpected(response, `in place of ${contentTypes[format]}`);
}
/** Reads a page of a list of maps, and the cursor of the next page. */
async function readPage(response) {
	return {
		maps: await readField(response, "maps", Array.isArray),
		cursor: findLink(response.headers, "next")?.searchParams.get("cursor") ?? void 0
	};
}
/** Reads a map, its version and the address of its page. */
async function readMap(response) {
	const map = await readField(response, "map", hasId);
	const page = findLink(response.headers, "alternate", "text/html");
	return {
		...map,
		etag: readEtag(response.headers) ?? "",
		...page && { shareUrl: page.href }
	};
}
/** Reads the confirmation of a deletion. */
async function readDeletion(response) {
	return readField(response, "deleted", (it) => it === true);
}
/** Reads a workspace. */
async function readWorkspace(response) {
	return readField(response, "workspace", hasId);
}
function hasId(value) {
	return typeof value?.id === "string";
}
/** Reads a field of a JSON object. @throws MapsError if it is missing or invalid: the response is from another service */
async function readField(response, name, isValid) {
	const text = await response.text();
	let value;
	try {
		value = JSON.parse(text)?.[name];
	} catch {}
	if (value === void 0 || !isValid(value)) throw unexpected(response, `without the field "${name}"`);
	return value;
}
function typeOf({ headers }) {
	return headers.get("Content-Type") ?? "of no type";
}
function unexpected(response, fault) {
	const detail = `The response is ${typeOf(response)} ${fault}: baseUrl must be the address of the API, which ends in /api/v1. A sign-in page or another service may have responded in its place.`;
	return new MapsError({
		status: response.status,
		title: response.statusText,
		detail
	});
}
// clients/typescript/problem.ts
const classOfStatus = {
	400: ValidationError,
	401: UnauthorizedError,
	403: ForbiddenError,
	404: NotFoundError,
	409: ConflictError,
	412: PreconditionFailedError,
	429: RateLimitedError,
	502: UnavailableError,
	503: UnavailableError,
	504: UnavailableError
};
/** Creates the error of a failed response, of the class for its status. Ignores a body that is no problem document, as from a proxy. */
async function errorOf(response) {
	const { status, statusText, headers } = response;
	const problem = await readProblem(response);
	return new (classOfStatus[status] ?? MapsError)({
		status,
		title: problem.title ?? (statusText || `Status ${status}`),
		detail: problem.detail,
		fields: problem.fields,
		requestId: problem.requestId ?? headers.get("X-Request-Id") ?? void 0,
		retryAfter: readRetryAfter(headers.get("Retry-After"))
	});
}
/**
* Throws for a redirect, which no client follows: it would send token and map to an address that the user has not chosen. Fetch with
* `redirect: 'manual'`.
*/
function refuseRedirect({ status, type, headers }, url) {
	if (type !== "opaqueredirect" && (status < 301 || status > 308 || status === 304)) return;
	throw new MapsError({
		status,
		title: "Redirect",
		detail: `${url} redirects to ${headers.get("Location") ?? "another address"}. Redirects are not followed, so that token and map go to no other address: baseUrl must be the address of the API, which redirects nowhere.`
	});
}
async function readProblem(response) {
	const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
	const text = await response.text();
	return (isProblem ? JSON.parse(text) : null) ?? {};
}
/** Seconds from now until the time in a `Retry-After` header, which has seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(header) {
	if (header === null) return void 0;
	if (/^\d+$/.test(header)) return Number(header);
	const time = Date.parse(header);
	return Number.isNaN(time) ? void 0 : Math.max(0, (time - Date.now()) / 1e3);
}
// clients/typescript/send.ts
const DEFAULT_RETRIES = 3;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8e3;
/** A call fails at once if `Retry-After` is longer, so that the caller can decide. */
const LONGEST_RETRY_AFTER_S = 60;
/**
* Creates the function that sends requests and retries transient failures.
* @throws TypeError if the base address is invalid
*/
function createSender(settings) {
	const { token, retries = DEFAULT_RETRIES, fetch = globalThis.fetch.bind(globalThis) } = settings;
	const { base, hasCredentials } = readBaseUrl(settings.baseUrl);
	return async ({ method, path, query = {}, headers, body, signal, read, settle }) => {
		if (hasCredentials) throw new MapsError({ detail: "baseUrl must have no user name and password: a request carries the token alone." });
		const pairs = Object.entries(query).filter(([, value]) => value !== void 0);
		const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
		const url = `${base}${path}${search && `?${search}`}`;
		const init = {
			method,
			headers: new Headers({
				Authorization: `Bearer ${token}`,
				...body !== void 0 && { "Content-Type": "application/json" },
				...headers
			}),
			...body !== void 0 && { body: JSON.stringify(body) },
			redirect: "manual",
			...signal && { signal }
		};
		let isOutcomeKnown = true;
		for (let attempt = 0;; attempt++) try {
			return await exchange(fetch, url, init, read);
		} catch (error) {
			signal?.throwIfAborted();
			if (!(error instanceof MapsError)) throw error;
			const delay = attempt < retries ? delayAfter(error, attempt) : void 0;
			if (delay === void 0) {
				const settled = isOutcomeKnown ? void 0 : await settle?.(error);
				if (settled === void 0) throw error;
				return settled;
			}
			if (error.status !== 429) isOutcomeKnown = false;
			await sleep(delay, signal);
		}
	};
}
/** Parses the address of the API. It may hold a password, so no error quotes it. */
function readBaseUrl(baseUrl) {
	if (!URL.canParse(baseUrl)) throw new TypeError("baseUrl must be an address like https://maps.example.com/api/v1.");
	const { href, username, password } = new URL(baseUrl);
	return {
		base: href.replace(/\/+$/, ""),
		hasCredentials: username + password !== ""
	};
}
async function exchange(fetch, url, init, read) {
	try {
		const response = await fetch(url, init);
		refuseRedirect(response, url);
		if (!response.ok) throw await errorOf(response);
		return await read(response);
	} catch (error) {
		if (error instanceof MapsError) throw error;
		throw new ConnectionError({ detail: `No whole response came from ${init.method} ${url}.` }, { cause: error });
	}
}
/** Delay before the next attempt, in ms; undefined if a retry cannot succeed or would take too long. */
function delayAfter(error, attempt) {
	const { status, retryAfter } = error;
	if (!(status === void 0 || [
		429,
		502,
		503,
		504
	].includes(status)) && !(status === 409 && retryAfter !== void 0)) return void 0;
	if (retryAfter !== void 0) return retryAfter > LONGEST_RETRY_AFTER_S ? void 0 : retryAfter * 1e3 + Math.random() * FIRST_BACKOFF_MS;
	const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
	return backoff / 2 + Math.random() * backoff / 2;
}
async function sleep(ms, signal) {
	await new Promise((resolve) => {
		const timer = setTimeout(end, ms);
		signal?.addEventListener("abort", end);
		function end() {
			clearTimeout(timer);
			signal?.removeEventListener("abort", end);
			resolve();
		}
	});
	signal?.throwIfAborted();
}
// clients/typescript/client.ts
const DEFAULT_PAGE_SIZE = 100;
/** Creates a client of the API. It sends no request before the first call. @throws TypeError for an invalid address */
function createClient(settings) {
	const send = createSender(settings);
	async function* list({ fields, q, pageSize = DEFAULT_PAGE_SIZE, signal } = {}) {
		let cursor;
		do {
			const query = {
				limit: pageSize,
				q,
				fields: fields?.join(","),
				cursor
			};
			const page = await send({
				method: "GET",
				path: "/maps",
				query,
				signal,
				read: readPage
			});
			yield* page.maps;
			cursor = page.cursor;
		} while (cursor);
	}
	const get = async (id, { signal } = {}) => {
		return send({
			method: "GET",
			path: pathOf(id),
			signal,
			read: readMap
		});
	};
	async function download(id, format, options, read) {
		const { signal, ...query } = options;
		const file = format === "svg" ? "picture.svg" : `export/${format}`;
		return send({
			method: "GET",
			path: `${pathOf(id)}/${file}`,
			query,
			signal,
			read: (response) => read(checkFormat(format, response))
		});
	}
	return {
		list,
		get,
		getIfChanged: async ({ id, etag }, { signal } = {}) => {
			try {
				return await send({
					method: "GET",
					path: pathOf(id),
					headers: { "If-None-Match": etag },
					signal,
					read: readMap
				});
			} catch (error) {
				if (error instanceof MapsError && error.status === 304) return void 0;
				throw error;
			}
		},
		create: async (map, { idempotencyKey = randomKey(), signal } = {}) => {
			const headers = { "Idempotency-Key": `"${idempotencyKey.replaceAll(/["\\]/g, "\\$&")}"` };
			return send({
				method: "POST",
				path: "/maps",
				headers,
				body: map,
				signal,
				read: readMap
			});
		},
		update: async (map, change, { signal } = {}) => {
			return send({
				method: "PATCH",
				path: pathOf(idOf(map)),
				headers: versionCondition(map),
				body: change,
				signal,
				read: readMap,
				async settle({ status }) {
					if (status !== 412) return void 0;
					const current = await get(idOf(map), { signal });
					return isApplied(current, change) ? current : void 0;
				}
			});
		},
		delete: async (map, { signal } = {}) => {
			await send({
				method: "DELETE",
				path: pathOf(idOf(map)),
				headers: versionCondition(map),
				signal,
				read: readDeletion,
				settle: async ({ status }) => status === 404 ? true : void 0
			});
		},
		export: async (id, format, options = {}) => {
			return download(id, format, options, async (response) => {
				return {
					...readFileFacts(format, response.headers),
					bytes: new Uint8Array(await response.arrayBuffer())
				};
			});
		},
		svg: async (id, options = {}) => download(id, "svg", options, (response) => response.text()),
		exportStream: async (id, format, options = {}) => {
			return download(id, format, options, async (response) => {
				return {
					...readFileFacts(format, response.headers),
					stream: response.body
				};
			});
		},
		workspace: async ({ signal } = {}) => {
			return send({
				method: "GET",
				path: "/workspace",
				signal,
				read: readWorkspace
			});
		}
	};
}
function pathOf(id) {
	return `/maps/${encodeURIComponent(id)}`;
}
function idOf(map) {
	return typeof map === "string" ? map : map.id;
}
/**
* The `If-Match` header for a map.
* @throws TypeError for a map without an etag, as from a list: it could overwrite later changes
* @throws MapsError for a map that came without its `ETag` header
*/
function versionCondition(map) {
	if (typeof map === "string") return {};
	if (map.etag) return { "If-Match": map.etag };
	if (typeof map.etag !== "string") throw new TypeError("The map has no etag: fetch it with get(), or give its id alone to write over any version.");
	throw new MapsError({ detail: "A proxy in front of the service removes the header ETag, so the version of the map is unknown. Let the proxy pass ETag and If-Match, or give the id of the map alone to write over any version." });
}
/** Whether a map has the values of a change. The service returns lists unchanged, so their JSON is comparable. */
function isApplied(map, change) {
	return Object.keys(change).every((it) => change[it] === void 0 || JSON.stringify(map[it]) === JSON.stringify(change[it]));
}
/** A random idempotency key. `randomUUID` is missing on pages without TLS. */
function randomKey() {
	return Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16)), (it) => it.toString(16).padStart(2, "0")).join("");
}
// clients/github-action/inputs.ts
const modes = ["check", "update"];
const formats = [
	"claude",
	"agents",
	"markdown"
];
const comments = [
	"changes",
	"always",
	"never"
];
const booleans = ["true", "false"];
/** An error that ends the run. Its message names the input or the service at fault, for the workflow's author. */
var ActionError = class extends Error {};
/**
* Reads and validates the inputs that `action.yml` passes on.
* @throws ActionError that names each invalid input; it quotes no token
*/
function readInputs(env) {
	const faults = [];
	const read = (name) => (env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`] ?? "").trim();
	function readValid(name, isValid, expected) {
		const value = read(name);
		if (!isValid(value)) faults.push(`${name}: must be ${expected}.`);
		return value;
	}
	function readOneOf(name, values) {
		return readValid(name, (it) => values.includes(it), `one of ${values.join(", ")}`);
	}
	const inputs = {
		url: readValid("url", isApiUrl, "the address of the API, as in https://maps.example.com/api/v1"),
		token: readValid("token", isHeaderValue, "a workspace token, such as ${{ secrets.MAPS_TOKEN }}"),
		map: readValid("map", (it) => /^[\w-]{1,100}$/.test(it), "the id of a map"),
		mode: readOneOf("mode", modes),
		file: posix.normalize(readValid("file", isRepositoryPath, "a path in the repository, as in docs/architecture.md")),
		format: readOneOf("format", formats),
		hasCosts: readOneOf("costs", booleans) === "true",
		comment: readOneOf("comment", comments),
		githubToken: readValid("github-token", (it) => it === "" || isHeaderValue(it), "a token of GitHub")
	};
	if (inputs.format === "markdown" && !inputs.hasCosts) faults.push("costs: must be true for format markdown.");
	if (faults.length > 0) throw new ActionError(faults.join("\n"));
	return inputs;
}
function isApiUrl(value) {
	return /^https?:\/\//.test(value) && URL.canParse(value) && /\/api\/v\d+\/?$/.test(new URL(value).pathname);
}
/** Whether a value is valid in an HTTP header. For an invalid one, `fetch` throws an error that quotes it, even a token. */
function isHeaderValue(value) {
	return /^[\x21-\x7e]+$/.test(value);
}
function isRepositoryPath(value) {
	const path = posix.normalize(value);
	return /^[^\\\0\n]+$/.test(value) && !posix.isAbsolute(path) && !/^\.\.?(?:\/|$)/.test(path) && !path.endsWith("/");
}
// clients/github-action/fetch-map.ts
/**
* Fetches the map and its current export.
* @throws ActionError that names the input at fault
*/
async function fetchMap(inputs) {
	const { url, token, map: id, format, hasCosts } = inputs;
	const maps = createClient({
		baseUrl: url,
		token
	});
	try {
		const map = await maps.get(id);
		const { bytes } = await (format === "markdown" ? maps.export(id, format) : maps.export(id, format, { costs: hasCosts }));
		return {
			map,
			text: new TextDecoder().decode(bytes)
		};
	} catch (error) {
		if (error instanceof MapsError) throw new ActionError(`${inputOf(error)}: ${error.message}`, { cause: error });
		throw error;
	}
}
function inputOf(error) {
	if (error instanceof UnauthorizedError) return "token";
	if (error instanceof NotFoundError) return "map";
	if (error instanceof ForbiddenError) return "format";
	const isFromService = error.requestId !== void 0;
	return error instanceof ConnectionError || !isFromService ? "url" : "Maps Service";
}
/** A shell command that downloads the file again. */
function refreshCommand({ url, map, format, hasCosts, file }) {
	const address = `${url.replace(/\/$/, "")}/maps/${map}/export/${format}${hasCosts ? "" : "?costs=false"}`;
	return `curl -f --create-dirs -H "Authorization: Bearer $MAPS_TOKEN" -o ${quote(file)} ${quote(address)}`;
}
function quote(word) {
	return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
// clients/github-action/difference.ts
/** Compares two documents. Services are matched by label; services with the same label, by their order. */
function compare(before, after) {
	const pairs = pair(before.services, after.services, (it) => it.label);
	const connectionPairs = pair(before.connections, after.connections, (it) => it);
	const earlier = sums(before);
	const later = sums(after);
	const symbols = [.../* @__PURE__ */ new Set([...earlier.keys(), ...later.keys()])];
	return {
		added: pairs.flatMap((it) => it.before ? [] : [it.after]),
		removed: pairs.flatMap((it) => it.after ? [] : [it.before]),
		changed: pairs.flatMap(({ before, after }) => before && after && (before.tech !== after.tech || before.spend !== after.spend) ? [{
			before,
			after
		}] : []),
		connectionsAdded: connectionPairs.flatMap((it) => it.before ? [] : [it.after]),
		connectionsRemoved: connectionPairs.flatMap((it) => it.after ? [] : [it.before]),
		costs: symbols.map((symbol) => ({
			symbol,
			before: earlier.get(symbol) ?? 0,
			after: later.get(symbol) ?? 0
		})).filter((it) => it.before !== it.after)
	};
}
const scientific = new Intl.NumberFormat("en-US", {
	notation: "scientific",
	maximumFractionDigits: 1
});
/** Formats an amount of money as the exported files do, as in `$2.4k`. */
function formatAmount(symbol, amount) {
	return `${amount < 0 ? "-" : ""}${symbol}${abbreviate(Math.abs(amount))}`;
}
function abbreviate(size) {
	if (size >= 0x38d7ea4c68000) return scientific.format(size);
	const inFull = size.toFixed(2);
	return Number(inFull) < 1e3 ? inFull.replace(/\.00$/, "") : `${(size / 1e3).toFixed(1).replace(/\.0$/, "")}k`;
}
/** Matches the entries of two lists by key, in the order of the second list. An unmatched entry has one side only. */
function pair(before, after, keyOf) {
	const unmatched = /* @__PURE__ */ new Map();
	for (const entry of before) unmatched.set(keyOf(entry), [...unmatched.get(keyOf(entry)) ?? [], entry]);
	const pairs = after.map((entry) => {
		return {
			before: unmatched.get(keyOf(entry))?.shift(),
			after: entry
		};
	});
	pairs.push(...[...unmatched.values()].flat().map((it) => ({ before: it })));
	return pairs;
}
function sums({ services }) {
	const bySymbol = /* @__PURE__ */ new Map();
	for (const { spend } of services) {
		const [, sign, symbol = "", digits, unit = ""] = /^(-?)(\D+)([\d.]+)(k|E\d+)?$/.exec(spend) ?? [];
		if (digits === void 0) continue;
		const size = Number(`${digits}${unit === "k" ? "E3" : unit}`);
		const sum = (bySymbol.get(symbol) ?? 0) + (sign ? -size : size);
		bySymbol.set(symbol, Math.round(sum * 100) / 100);
	}
	return bySymbol;
}
// clients/github-action/github.ts
const TIMEOUT_MS = 3e4;
const COMMENTS_PER_PAGE = 100;
/** Maximum length of a comment, in characters. */
const MAX_COMMENT_LENGTH = 65536;
/**
* Creates a client of GitHub's REST API for the repository of the run.
* @param env environment variables of the runner
*/
function connectGitHub(env, token) {
	const { GITHUB_API_URL: api = "https://api.github.com", GITHUB_REPOSITORY: repository = "" } = env;
	const { GITHUB_GRAPHQL_URL: graphql = `${api}/graphql` } = env;
	async function send(method, url, body, accept = "application/vnd.github+json") {
		const what = `${method} ${new URL(url).pathname}`;
		const response = await fetch(url, {
			method,
			headers: {
				Accept: accept,
				Authorization: `Bearer ${token}`,
				"Content-Type": "application/json",
				"User-Agent": "maps-service-action",
				"X-GitHub-Api-Version": "2022-11-28"
			},
			...body && { body: JSON.stringify(body) },
			signal: AbortSignal.timeout(TIMEOUT_MS)
		}).catch((cause) => {
			throw new ActionError(`GitHub does not answer ${what}.`, { cause });
		});
		if (response.ok || response.status === 404) return response;
		throw new ActionError(`GitHub answered ${response.status} to ${what}.`);
	}
	function call(method, path, body, accept) {
		return send(method, `${api}/repos/${repository}${path}`, body, accept);
	}
	/** Login of the token's identity, such as `github-actions[bot]`. REST tells it only to users, GraphQL to every token. */
	async function readLogin() {
		const { data } = await (await send("POST", graphql, { query: "{ viewer { login } }" })).json();
		if (data?.viewer?.login === void 0) throw new ActionError("GitHub does not say whose token it is.");
		return data.viewer.login;
	}
	async function callForJson(method, path, body) {
		const response = await call(method, path, body);
		if (!response.ok) throw new ActionError(`GitHub answered 404 to ${method} /repos/${repository}${path}.`);
		return await response.json();
	}
	return {
		async readFile(path, ref) {
			const response = await call("GET", `/contents/${path.split("/").map(encodeURIComponent).join("/")}?ref=${encodeURIComponent(ref)}`, void 0, "application/vnd.github.raw+json");
			return response.ok ? response.text() : void 0;
		},
		async findOwnComment(pullRequest, start) {
			let login;
			for (let page = 1;; page++) {
				const comments = await callForJson("GET", `/issues/${pullRequest}/comments?per_page=${COMMENTS_PER_PAGE}&page=${page}`);
				const marked = comments.filter((it) => it.body?.startsWith(start));
				if (marked.length > 0) login ??= await readLogin();
				const own = marked.find((it) => it.user?.login === login);
				if (own || comments.length < COMMENTS_PER_PAGE) return own;
			}
		},
		async writeComment(pullRequest, body, earlier) {
			const { html_url: url } = earlier ? await callForJson("PATCH", `/issues/comments/${earlier.id}`, { body }) : await callForJson("POST", `/issues/${pullRequest}/comments`, { body });
			return url;
		}
	};
}
// clients/github-action/mermaid.ts
/** Mermaid's limits on GitHub: https://mermaid.js.org/config/schema-docs/config.html */
const MAX_EDGES = 500;
const MAX_LENGTH = 5e4;
const classes = ["classDef added stroke:#1a7f37,stroke-width:3px", "classDef changed stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3"];
/**
* Writes a map as a Mermaid flowchart; undefined if it exceeds GitHub's limits.
* @param marks the change of each node, in the order of the nodes
*/
function drawMermaid({ nodes, edges }, marks) {
	if (edges.length > MAX_EDGES) return void 0;
	const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
	const lines = nodes.map(({ id, label, tech }, index) => {
		return `  n${index}["${[encode(label ?? "") || encodeId(id), encode(tech ?? "")].filter(Boolean).join("<br>")}"]${marks[index] ? `:::${marks[index]}` : ""}`;
	});
	function nameOf(id) {
		const known = names.get(id);
		if (known !== void 0) return known;
		const name = `n${names.size}`;
		names.set(id, name);
		lines.push(`  ${name}(["${encodeId(id)}"])`);
		return name;
	}
	const linkLines = edges.map((it) => `  ${nameOf(it.source)} ${linkOf(it)} ${nameOf(it.target)}`);
	const used = classes.filter((it) => marks.some((mark) => it.startsWith(`classDef ${mark} `)));
	const diagram = [
		"flowchart LR",
		...lines,
		...linkLines,
		...used.map((it) => `  ${it}`)
	].join("\n");
	return diagram.length > MAX_LENGTH ? void 0 : diagram;
}
const links = {
	none: ["---", "-.-"],
	end: ["-->", "-.->"],
	both: ["<-->", "<-.->"]
};
function linkOf({ arrow = "end", dashed = false, label = "" }) {
	const text = encode(label);
	return `${links[arrow][dashed ? 1 : 0]}${text && `|"${text}"|`}`;
}
/** Encodes an id for Mermaid, which permits no empty name. */
function encodeId(id) {
	return encode(id) || "unnamed";
}
/** Encodes map text for a quoted string: one line, with characters of Mermaid, Markdown and HTML syntax as `#<code point>;`. */
function encode(text) {
	return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim().replaceAll(/[^\p{L}\p{N}\p{M} ,]/gu, (it) => `#${it.codePointAt(0)};`);
}
// clients/github-action/report.ts
/** Maximum number of entries of a shortened list. Lists are shortened in a report that exceeds its maximum length. */
const SHORT_LIST_LENGTH = 40;
/** Maximum length of an entry of a shortened list, and of the title, in characters. */
const SHORT_ENTRY_LENGTH = 200;
/** Writes the report as Markdown of at most `maxLength` characters. If necessary, it shortens the lists, then omits picture and lists. */
function writeReport(facts, maxLength) {
	const { document, state } = facts;
	const picture = writePicture(facts);
	const noPicture = "The map is too large to be drawn here.";
	const attempts = [
		() => [picture ?? noPicture, ...writeLists(facts)],
		() => [picture ?? noPicture, ...writeLists(facts, SHORT_LIST_LENGTH)],
		() => [noPicture, ...writeLists(facts, SHORT_LIST_LENGTH)],
		() => [noPicture]
	];
	let report = "";
	for (const attempt of attempts) {
		report = [
			`## ${escapeMentions(cut(document.title, SHORT_ENTRY_LENGTH))}`,
			writeSummary(facts),
			...attempt(),
			state
		].join("\n\n");
		if (report.length <= maxLength) break;
	}
	return report;
}
function writePicture({ map, document, comparison }) {
	const isAligned = document.services.length === map.nodes.length;
	const added = new Set(comparison?.added);
	const changed = new Set(comparison?.changed.map((it) => it.after));
	const marks = document.services.map((service) => {
		if (added.has(service)) return "added";
		return changed.has(service) ? "changed" : void 0;
	});
	const diagram = drawMermaid(map, isAligned ? marks : []);
	return diagram && `\`\`\`mermaid\n${diagram}\n\`\`\``;
}
function writeSummary({ document, comparison }) {
	const { services, connections } = document;
	const size = `${count(services.length, "service")}, ${count(connections.length, "connection")}`;
	if (!comparison) return `${size}.`;
	const { name, added, removed, changed, connectionsAdded, connectionsRemoved, costs } = comparison;
	const changes = [
		[
			added.length,
			"service",
			"added"
		],
		[
			removed.length,
			"service",
			"removed"
		],
		[
			changed.length,
			"service",
			"changed"
		],
		[
			connectionsAdded.length,
			"connection",
			"added"
		],
		[
			connectionsRemoved.length,
			"connection",
			"removed"
		]
	].flatMap(([number, what, how]) => number > 0 ? [`${count(number, what)} ${how}`] : []);
	if (changes.length === 0) return `${size}, as in ${name}.`;
	const costChanges = costs.map(({ symbol, before, after }) => {
		const more = `${after > before ? "+" : ""}${formatAmount(symbol, Math.round((after - before) * 100) / 100)}`;
		return `**${formatAmount(symbol, before)} → ${formatAmount(symbol, after)}** (${more})`;
	});
	const costLine = costChanges.length > 0 ? `\n\nCost per month: ${costChanges.join(", ")}, added up from amounts as the file abbreviates them.` : "";
	return `${size}. Against ${name}: ${changes.join(", ")}.${costLine}`;
}
function writeLists({ comparison }, maxEntries = Infinity) {
	if (!comparison) return [];
	const { added, removed, changed, connectionsAdded, connectionsRemoved } = comparison;
	return [
		list("Services added", added.map(describe), maxEntries),
		list("Services removed", removed.map(describe), maxEntries),
		list("Services changed", changed.map(describeChange), maxEntries),
		list("Connections added", connectionsAdded, maxEntries),
		list("Connections removed", connectionsRemoved, maxEntries)
	].filter((it) => it !== "");
}
function list(title, entries, maxEntries) {
	if (entries.length === 0) return "";
	const shown = entries.slice(0, maxEntries);
	const lines = maxEntries === Infinity ? shown : shown.map((it) => cut(it, SHORT_ENTRY_LENGTH));
	const rest = entries.length > shown.length ? [`and ${entries.length - shown.length} more`] : [];
	return [`**${title}**\n`, ...[...lines, ...rest].map((it) => `- ${escapeMentions(it)}`)].join("\n");
}
function describe({ label, tech, spend }) {
	return `${label}${tech && ` - ${tech}`}${spend && ` (${spend})`}`;
}
function describeChange({ before, after }) {
	const tech = before.tech === after.tech ? [] : [`${before.tech || "nothing"} → ${after.tech || "nothing"}`];
	const spend = before.spend === after.spend ? [] : [`${before.spend || "no cost"} → ${after.spend || "no cost"}`];
	return `${after.label}: ${[...tech, ...spend].join(", ")}`;
}
function count(number, what) {
	return `${number} ${what}${number === 1 ? "" : "s"}`;
}
function cut(text, length) {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}
/** Escapes mentions. GitHub would notify the user of `@name` and link the issue of `#1`, except in code. */
function escapeMentions(text) {
	return text.replaceAll(/@|#(?=\d)/g, "$&​");
}
// clients/github-action/workflow.ts
/**
* Creates the writer of a run's log, outputs and summary.
* @param env environment variables of the runner, with the paths of the files for outputs and summary
* @param write writes to standard output
*/
function createWorkflow(env, write) {
	const log = (text) => write(text + EOL);
	return {
		log,
		logUntrusted(text) {
			const token = randomUUID();
			log(`::stop-commands::${token}`);
			log(text);
			log(`::${token}::`);
		},
		annotate(level, text, file) {
			log(`::${level}${file === void 0 ? "" : ` file=${escapeProperty(file)}`}::${escapeData(text)}`);
		},
		async setOutput(name, value) {
			if (env["GITHUB_OUTPUT"]) await appendFile(env["GITHUB_OUTPUT"], `${name}=${value.replaceAll(/[\r\n]/g, " ")}\n`);
		},
		async summarize(markdown) {
			if (env["GITHUB_STEP_SUMMARY"]) await appendFile(env["GITHUB_STEP_SUMMARY"], `${markdown}\n`);
		}
	};
}
/** The pull request that the workflow runs for; undefined for other events. @throws ActionError if the event file is none of GitHub's */
async function readPullRequest(env) {
	const file = env["GITHUB_EVENT_PATH"];
	if (!file) return void 0;
	try {
		const { pull_request: pullRequest } = JSON.parse(await readFile(file, "utf8"));
		if (!pullRequest) return void 0;
		const { sha, ref } = pullRequest.base;
		return {
			number: pullRequest.number,
			base: {
				sha,
				ref
			}
		};
	} catch (cause) {
		throw new ActionError(`GITHUB_EVENT_PATH: ${file} must be the JSON of an event of GitHub, or {}.`, { cause });
	}
}
function escapeData(text) {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function escapeProperty(text) {
	return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
// clients/github-action/publish.ts
/** Maximum length of a job's summary, in characters. GitHub's limit is 1 MiB. */
const MAX_SUMMARY_LENGTH = 25e4;
/** Writes a report of the map and its changes to the job's summary and the pull request. Errors of GitHub's API become warnings. */
async function publish(inputs, env, workflow, check) {
	const pullRequest = await readPullRequest(env);
	const facts = factsOf(inputs, check);
	if (!pullRequest || inputs.comment === "never") return workflow.summarize(writeReport(compareWith(facts, check.kept, "the file"), MAX_SUMMARY_LENGTH));
	const github = connectGitHub(env, inputs.githubToken);
	let reported = facts;
	try {
		const before = await github.readFile(inputs.file, pullRequest.base.sha);
		reported = compareWith(facts, before, `\`${pullRequest.base.ref}\``);
		const url = await comment(inputs, github, pullRequest, reported, before !== check.text);
		if (url !== void 0) await workflow.setOutput("comment-url", url);
	} catch (error) {
		if (!(error instanceof ActionError)) throw error;
		workflow.annotate("warning", `The pull request gets no comment: ${error.message} The job needs "contents: read" and "pull-requests: write", which pull requests from forks do not get.`);
	}
	await workflow.summarize(writeReport(reported, MAX_SUMMARY_LENGTH));
}
/** Updates the comment of an earlier run, or creates one. For `changes`, an unchanged file gets no new comment. @returns its address */
async function comment({ map, file, comment }, github, { number }, facts, isChanged) {
	const marker = `<!-- maps-service map=${map} file=${encodeURIComponent(file)} -->\n`;
	const earlier = await github.findOwnComment(number, marker);
	if (!earlier && !isChanged && comment === "changes") return void 0;
	const body = marker + writeReport(facts, MAX_COMMENT_LENGTH - marker.length);
	return github.writeComment(number, body, earlier);
}
function factsOf(inputs, { map, text, isStale }) {
	const { file, mode } = inputs;
	const stale = mode === "update" ? `\`${file}\` has been written from the map.` : `\`${file}\` differs from the map. With a workspace token in \`MAPS_TOKEN\`, this brings it up to date:\n\n\`\`\`sh\n${refreshCommand(inputs)}\n\`\`\``;
	return {
		map,
		document: readDocument(text),
		state: isStale ? stale : `\`${file}\` is what the map says.`
	};
}
function compareWith(facts, before, name) {
	if (before === void 0) return facts;
	return {
		...facts,
		comparison: {
			name,
			...compare(readDocument(before), facts.document)
		}
	};
}
// clients/github-action/run.ts
/** Runs the action. @returns the exit code */
async function run(env, write) {
	const workflow = createWorkflow(env, write);
	try {
		return await checkOrUpdate(readInputs(env), env, workflow);
	} catch (error) {
		if (!(error instanceof ActionError)) throw error;
		for (const line of error.message.split("\n")) workflow.annotate("error", line);
		return 1;
	}
}
async function checkOrUpdate(inputs, env, workflow) {
	const { file, mode } = inputs;
	const path = join(env["GITHUB_WORKSPACE"] ?? ".", file);
	const [kept, { map, text }] = await Promise.all([readKept(path, file), fetchMap(inputs)]);
	const isStale = kept !== text;
	await workflow.setOutput("changed", String(isStale));
	await publish(inputs, env, workflow, {
		kept,
		map,
		text,
		isStale
	});
	if (!isStale) {
		workflow.log(`${file} is what the map says.`);
		return 0;
	}
	if (mode === "update") {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
		workflow.log(`${file} has been written from the map.`);
		return 0;
	}
	workflow.logUntrusted(await showDifference(kept ?? "", text, file));
	workflow.log(`With a workspace token in MAPS_TOKEN, this brings ${file} up to date:\n\n  ${refreshCommand(inputs)}\n`);
	const fault = kept === void 0 ? "does not exist" : "differs from the map";
	workflow.annotate("error", `${file} ${fault}. The log has a command that brings it up to date.`, file);
	return 1;
}
/**
* Reads the file in the working copy, with Unix line endings; undefined if it does not exist.
* @throws ActionError if the file is no export, since an update would overwrite it
*/
async function readKept(path, file) {
	const text = await readFile(path, "utf8").catch((error) => {
		if (error.code === "ENOENT") return void 0;
		throw new ActionError(`file: ${file} cannot be read (${error.code}).`);
	});
	if (text !== void 0 && !text.split(/\r?\n/).includes("> Architecture map, exported by Maps Service.")) throw new ActionError(`file: ${file} is no export of Maps Service. Name another file, or delete this one first.`);
	return text?.replaceAll("\r\n", "\n");
}
// clients/github-action/main.ts
process.exitCode = await run(process.env, (text) => process.stdout.write(text));
export {};
