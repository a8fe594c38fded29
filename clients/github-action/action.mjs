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
const heading$1 = /^## (.+)$/;
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
		section = heading$1.exec(line)?.[1] ?? section;
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
/** Creates the function that reads a page of a list, which is this field of the response. */
function pageReader(field) {
	return async (response) => {
		return {
			items: await readField(response, field, Array.isArray),
			cursor: findLink(response.headers, "next")?.searchParams.get("cursor") ?? void 0
		};
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
/** Reads a map as it was at a version. */
async function readRevision(response) {
	return readField(response, "map", hasId);
}
/** Reads a layout and its state. */
async function readLayout(response) {
	return {
		...await readField(response, "layout", (it) => Array.isArray(it?.nodes)),
		etag: readEtag(response.headers) ?? ""
	};
}
/** Checks that a response has no content. @throws MapsError if it has: it is from another service */
async function readNothing(response) {
	if (response.status !== 204) throw unexpected(response, "in place of an empty one");
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
const readMaps = pageReader("maps");
const readRevisions = pageReader("revisions");
/** Creates a client of the API. It sends no request before the first call. @throws TypeError for an invalid address */
function createClient(settings) {
	const send = createSender(settings);
	/** Fetches all pages of a list, each when it is needed. */
	async function* pages({ query, ...request }) {
		let cursor;
		do {
			const page = await send({
				...request,
				method: "GET",
				query: {
					...query,
					cursor
				}
			});
			yield* page.items;
			cursor = page.cursor;
		} while (cursor);
	}
	const list = ({ fields, q, pageSize = DEFAULT_PAGE_SIZE, signal } = {}) => {
		return pages({
			path: "/maps",
			query: {
				limit: pageSize,
				q,
				fields: fields?.join(",")
			},
			signal,
			read: readMaps
		});
	};
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
		create: async (map, { idempotencyKey = randomKey(), note, signal } = {}) => {
			const headers = {
				"Idempotency-Key": `"${idempotencyKey.replaceAll(/["\\]/g, "\\$&")}"`,
				...noteHeader(note)
			};
			return send({
				method: "POST",
				path: "/maps",
				headers,
				body: map,
				signal,
				read: readMap
			});
		},
		update: async (map, change, { note, signal } = {}) => {
			return send({
				method: "PATCH",
				path: pathOf(idOf(map)),
				headers: {
					...versionCondition(map),
					...noteHeader(note)
				},
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
		revisions: (id, { pageSize = DEFAULT_PAGE_SIZE, signal } = {}) => {
			return pages({
				path: `${pathOf(id)}/revisions`,
				query: { limit: pageSize },
				signal,
				read: readRevisions
			});
		},
		revision: async (id, version, { signal } = {}) => {
			return send({
				method: "GET",
				path: `${pathOf(id)}/revisions/${version}`,
				signal,
				read: readRevision
			});
		},
		layout: async (id, { signal } = {}) => {
			return send({
				method: "GET",
				path: `${pathOf(id)}/layout`,
				signal,
				read: readLayout
			});
		},
		pin: async (map, { nodes, signal } = {}) => {
			const headers = versionCondition(map);
			const body = nodes && { nodes };
			return send({
				method: "PUT",
				path: `${pathOf(idOf(map))}/layout`,
				headers,
				body,
				signal,
				read: readNothing
			});
		},
		unpin: async (map, { signal } = {}) => {
			const headers = versionCondition(map);
			return send({
				method: "DELETE",
				path: `${pathOf(idOf(map))}/layout`,
				headers,
				signal,
				read: readNothing
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
/** The header with the reason for a change. A header cannot have letters outside of ASCII. */
function noteHeader(note) {
	return note === void 0 ? {} : { "Maps-Note": encodeURIComponent(note) };
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
		mapFile: readValid("map-file", (it) => it === "" || isRepositoryPath(it), "a path in the repository"),
		format: readOneOf("format", formats),
		hasCosts: readOneOf("costs", booleans) === "true",
		isPinned: readOneOf("pin", booleans) === "true",
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
* Fetches the map and its current export, and pins its layout if the inputs say so.
* @throws ActionError that names the input at fault
*/
async function fetchMap(inputs) {
	const { url, token, map: id, format, hasCosts, isPinned } = inputs;
	const maps = createClient({
		baseUrl: url,
		token
	});
	try {
		const map = await maps.get(id);
		const { bytes } = await (format === "markdown" ? maps.export(id, format) : maps.export(id, format, { costs: hasCosts }));
		if (isPinned) await pin(maps, id);
		return {
			map,
			text: new TextDecoder().decode(bytes)
		};
	} catch (error) {
		if (error instanceof MapsError) throw new ActionError(`${inputOf(error)}: ${error.message}`, { cause: error });
		throw error;
	}
}
/** Pins the layout of a map. @throws ActionError for a token that may only read */
async function pin(maps, id) {
	try {
		await maps.pin(id);
	} catch (error) {
		if (error instanceof ForbiddenError) throw new ActionError(`pin: ${error.message}`, { cause: error });
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
// shared/map-values.ts
/** The currencies of a spend, by their ISO 4217 codes. */
const currencies = [
	"USD",
	"EUR",
	"GBP",
	"JPY",
	"CNY",
	"CAD",
	"AUD",
	"CHF",
	"INR",
	"SGD"
];
/** Defaults of node fields that are not set. */
const nodeDefaults = { currency: "USD" };
/** Defaults of edge fields that are not set. `color` and `dotColor` derive from their surroundings. */
const edgeDefaults = {
	line: "bezier",
	labelSize: 10,
	labelFont: "sketch",
	arrow: "end",
	animated: true,
	dashed: false
};
// shared/diff/content-fault.ts
/** The types of the fields that a diff reads, beyond comparing them. */
const fieldTypes = {
	nodes: {
		id: "string",
		label: "string",
		tech: "string",
		spend: "number",
		currency: "string"
	},
	edges: {
		source: "string",
		target: "string",
		label: "string"
	}
};
const required = /* @__PURE__ */ new Set([
	"id",
	"source",
	"target"
]);
/** Names the first fault of nodes and edges from a file, of what a diff requires of them, as in "nodes[3].id must be a string"; undefined for none. */
function contentFault(map) {
	const lists = map;
	for (const [list, fields] of Object.entries(fieldTypes)) {
		const elements = lists?.[list];
		if (!Array.isArray(elements)) return `${list} must be a list`;
		const ids = /* @__PURE__ */ new Set();
		for (const [index, element] of elements.entries()) {
			for (const [field, type] of Object.entries(fields)) {
				const value = element?.[field];
				if (value === void 0 && required.has(field) || value !== void 0 && typeof value !== type) return `${list}[${index}].${field} must be a ${type}`;
			}
			const { id, currency } = element;
			if (currency !== void 0 && !currencies.some((it) => it === currency)) return `${list}[${index}].currency must be one of ${currencies.join(", ")}`;
			if (list === "nodes" && ids.has(id)) return `nodes[${index}].id must be unique`;
			ids.add(id);
		}
	}
}
// shared/documents/mentions.ts
/** Breaks mentions in Markdown with invisible spaces. GitHub would notify the user of `@name` and link the issue of `#1` and `GH-1`, except in code. */
function breakMentions(markdown) {
	return markdown.replaceAll(/@|#(?=\d)|\bGH-(?=\d)/gi, "$&​");
}
// shared/text.ts
const lineBreaks = /[\t-\r\u0085\u2028\u2029]/g;
/** Spaces, and letters without ink that Unicode does not count as spaces: of braille, Egyptian, Khitan and musical notation. */
const blanks = /[\u{16fe4}\s\u2800\u{13441}\u{13442}\u{1d159}]+/gu;
/**
* Matches characters that readers cannot see but programs process: controls, bidi overrides, zero-width and tag characters. Group 1 is set
* for characters to keep: joiners and variation selectors that change the appearance of emoji and of scripts with joined letters, and the
* tags of the three flags that are spelled with them.
*/
const invisibles = (() => {
	const pictograph = String.raw`\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?`;
	const joining = `[${"Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh".split(" ").map((it) => String.raw`\p{Script=${it}}`).join("")}]`;
	const kept = [
		String.raw`(?<=${pictograph})\u200D(?=\p{Extended_Pictographic})`,
		String.raw`(?<=${joining})[\u200C\u200D](?=${joining})`,
		String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
		`(?<=\u{1F3F4})(?:${[
			"gbeng",
			"gbsct",
			"gbwls"
		].map(inTags).join("|")})\u{E007F}`
	];
	const dropped = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;
	return new RegExp(`(${kept.join("|")})|${dropped}`, "gu");
})();
/** Matches nearly every text: printable ASCII with single spaces between words. */
const ordinary = /^[!-~]+(?: [!-~]+)*$/;
/**
* Reduces a text to one line of visible characters and single spaces, so that it has no hidden content. It may become empty. Letters are
* composed (NFC), so that equal names are equal texts: macOS writes `ü` as `u` and a combining mark.
*/
function oneLine(text) {
	if (ordinary.test(text)) return text;
	return text.replace(lineBreaks, " ").replace(invisibles, "$1").replace(blanks, " ").trim().normalize("NFC");
}
/** The name of a service for readers: its label, or else its id. A text without a visible character counts as missing. */
function serviceName({ id, label = "" }) {
	return oneLine(label) || oneLine(id) || "unnamed";
}
/** Spells ASCII letters in tag characters. */
function inTags(letters) {
	return [...letters].map((it) => String.fromCodePoint(917504 + it.charCodeAt(0))).join("");
}
/** Shortens a text to at most `length` code points, with an ellipsis at its end. */
function truncate(text, length) {
	if (text.length <= length) return text;
	const characters = [...text];
	return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
/** Writes a count with its noun, as in "1 service" or "1,200 services". */
function countNoun(count, noun) {
	return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
const strokes = {
	added: "stroke:#1a7f37,stroke-width:3px",
	removed: "stroke:#cf222e,stroke-width:3px,stroke-dasharray:2 4",
	changed: "stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3"
};
/**
* Writes the map as a Mermaid flowchart; undefined if it exceeds Mermaid's limits. Ids are generated. Map text is quoted,
* and characters of Mermaid, Markdown and HTML syntax are encoded.
* @param markOf the mark of an element, for a picture of changes
*/
function mermaidOf(map, markOf = () => void 0) {
	if (map.edges.length > 500) return void 0;
	const ids = /* @__PURE__ */ new Map();
	const nodeLines = [];
	let length = 0;
	const declare = (id, label, mark) => {
		const known = ids.get(id);
		if (known) return known;
		const generated = `n${ids.size}`;
		ids.set(id, generated);
		nodeLines.push(`  ${generated}["${label}"]${mark ? `:::${mark}` : ""}`);
		length += label.length;
		return generated;
	};
	for (const node of map.nodes) {
		const tech = oneLine(node.tech ?? "");
		declare(node.id, encode$1(serviceName(node)) + (tech ? `<br>${encode$1(tech)}` : ""), markOf(node));
		if (length > 5e4) return void 0;
	}
	const endOf = (id) => declare(id, encode$1(serviceName({ id })));
	const edgeLines = map.edges.map((edge) => `  ${endOf(edge.source)} ${link$1(edge)} ${endOf(edge.target)}`);
	const styleLines = Object.entries(strokes).flatMap(([mark, stroke]) => {
		const links = map.edges.flatMap((edge, index) => markOf(edge) === mark ? [index] : []);
		return [...map.nodes.some((it) => markOf(it) === mark) ? [`  classDef ${mark} ${stroke}`] : [], ...links.length > 0 ? [`  linkStyle ${links.join()} ${stroke}`] : []];
	});
	const diagram = [
		"flowchart LR",
		...nodeLines,
		...edgeLines,
		...styleLines
	].join("\n");
	return diagram.length > 5e4 ? void 0 : diagram;
}
const links = {
	none: {
		solid: "---",
		dashed: "-.-"
	},
	end: {
		solid: "-->",
		dashed: "-.->"
	},
	both: {
		solid: "<-->",
		dashed: "<-.->"
	}
};
function link$1(edge) {
	const label = encode$1(oneLine(edge.label ?? ""));
	const stroke = edge.dashed ?? edgeDefaults.dashed ? "dashed" : "solid";
	return links[edge.arrow ?? edgeDefaults.arrow][stroke] + (label && `|"${label}"|`);
}
/** Encodes characters as `#<code point>;`, except letters, digits, spaces, commas, slashes, pictographs, and dots and dashes in words. */
function encode$1(text) {
	return text.replace(/(?<![\p{L}\p{N}])[-.]|[-.](?![\p{L}\p{N}])|[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Join_Control} ,/.-]/gu, (it) => `#${it.codePointAt(0)};`);
}
// shared/documents/syntax-tree.ts
/** Matches text that GFM dialects turn into a link even if it is escaped: a scheme, `www.`, an e-mail address. */
const becomesLink = /\w:\/\/|www\.|[\w+.-]@[\w-]/i;
/** Maximum number of words in a text that become links; the rest is cut off. Real names have fewer, and each takes long to serialise. */
const MAX_CODE_WORDS = 8;
/** The part of a map's text that files show: see `MAX_CODE_WORDS`. */
function shownText(value) {
	if (!becomesLink.test(value)) return value;
	const words = value.split(" ");
	let left = MAX_CODE_WORDS;
	const end = words.findIndex((it) => becomesLink.test(it) && left-- === 0);
	return end < 0 ? value : [...words.slice(0, end), "…"].join(" ");
}
/**
* Converts a map's text, which must be one line. Words that would become links are written as code: they look the same,
* but are no links.
*/
function mapText(value) {
	if (!becomesLink.test(value)) return [text$1(value)];
	const content = [];
	let plain = "";
	for (const [index, word] of shownText(value).split(" ").entries()) {
		if (index > 0) plain += " ";
		if (!becomesLink.test(word)) plain += word;
		else {
			content.push(text$1(plain), ...codeOf(word));
			plain = "";
		}
	}
	content.push(text$1(plain));
	return content.filter((it) => !("value" in it) || it.value !== "");
}
/**
* Writes a word as code, with its pipes outside: in code, a pipe after a backslash would end a table cell despite its escape.
* An `@` before code also stays outside.
*/
function codeOf(word) {
	return word.split(/(^@+|\|@*)/).map((it, index) => index % 2 === 0 ? inlineCode$1(it) : text$1(it));
}
/** A text. The serialiser escapes its Markdown syntax. */
function text$1(value) {
	return {
		type: "text",
		value
	};
}
function inlineCode$1(value) {
	return {
		type: "inlineCode",
		value
	};
}
/** A paragraph. Adjacent texts are merged, since the serialiser visits each text twice. */
function paragraph$1(children) {
	const merged = [];
	for (const child of children) {
		const last = merged.at(-1);
		if (last?.type === "text" && child.type === "text") merged.splice(-1, 1, text$1(last.value + child.value));
		else merged.push(child);
	}
	return {
		type: "paragraph",
		children: merged
	};
}
/** A list with one line per item. `items` must not be empty: Markdown has no empty list. */
function bulletList(items) {
	return {
		type: "list",
		ordered: false,
		spread: false,
		children: items.map((it) => ({
			type: "listItem",
			spread: false,
			children: [paragraph$1(it)]
		}))
	};
}
/** A GFM table, with one line per row. */
function table(header, rows) {
	return {
		type: "table",
		children: [header.map((it) => [text$1(it)]), ...rows].map(tableRow)
	};
}
function tableRow(cells) {
	return {
		type: "tableRow",
		children: cells.map((children) => ({
			type: "tableCell",
			children
		}))
	};
}
// node_modules/markdown-table/index.js
/**
* @typedef {Options} MarkdownTableOptions
*   Configuration.
*/
/**
* @typedef Options
*   Configuration.
* @property {boolean | null | undefined} [alignDelimiters=true]
*   Whether to align the delimiters (default: `true`);
*   they are aligned by default:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   Pass `false` to make them staggered:
*
*   ```markdown
*   | Alpha | B |
*   | - | - |
*   | C | Delta |
*   ```
* @property {ReadonlyArray<string | null | undefined> | string | null | undefined} [align]
*   How to align columns (default: `''`);
*   one style for all columns or styles for their respective columns;
*   each style is either `'l'` (left), `'r'` (right), or `'c'` (center);
*   other values are treated as `''`, which doesn’t place the colon in the
*   alignment row but does align left;
*   *only the lowercased first character is used, so `Right` is fine.*
* @property {boolean | null | undefined} [delimiterEnd=true]
*   Whether to end each row with the delimiter (default: `true`).
*
*   > 👉 **Note**: please don’t use this: it could create fragile structures
*   > that aren’t understandable to some markdown parsers.
*
*   When `true`, there are ending delimiters:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there are no ending delimiters:
*
*   ```markdown
*   | Alpha | B
*   | ----- | -----
*   | C     | Delta
*   ```
* @property {boolean | null | undefined} [fillRows=true]
*   Whether to fill rows with empty cells up to the most cells in a row
*   (default: `true`).
*
*   When `true`, all rows have as many cells as the longest row:
*
*   ```markdown
*   | Alpha | B    |   |
*   | ----- | ---- | - |
*   | C     |      |   |
*   | D     | Echo | F |
*   ```
*
*   When `false`, rows keep their cells,
*   and the delimiter row has as many cells as the header row:
*
*   ```markdown
*   | Alpha | B    |
*   | ----- | ---- |
*   | C     |
*   | D     | Echo | F |
*   ```
* @property {boolean | null | undefined} [delimiterStart=true]
*   Whether to begin each row with the delimiter (default: `true`).
*
*   > 👉 **Note**: please don’t use this: it could create fragile structures
*   > that aren’t understandable to some markdown parsers.
*
*   When `true`, there are starting delimiters:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there are no starting delimiters:
*
*   ```markdown
*   Alpha | B     |
*   ----- | ----- |
*   C     | Delta |
*   ```
* @property {boolean | null | undefined} [padding=true]
*   Whether to add a space of padding between delimiters and cells
*   (default: `true`).
*
*   When `true`, there is padding:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there is no padding:
*
*   ```markdown
*   |Alpha|B    |
*   |-----|-----|
*   |C    |Delta|
*   ```
* @property {((value: string) => number) | null | undefined} [stringLength]
*   Function to detect the length of table cell content (optional);
*   this is used when aligning the delimiters (`|`) between table cells;
*   full-width characters and emoji mess up delimiter alignment when viewing
*   the markdown source;
*   to fix this, you can pass this function,
*   which receives the cell content and returns its “visible” size;
*   note that what is and isn’t visible depends on where the text is displayed.
*
*   Without such a function, the following:
*
*   ```js
*   markdownTable([
*     ['Alpha', 'Bravo'],
*     ['中文', 'Charlie'],
*     ['👩‍❤️‍👩', 'Delta']
*   ])
*   ```
*
*   Yields:
*
*   ```markdown
*   | Alpha | Bravo |
*   | - | - |
*   | 中文 | Charlie |
*   | 👩‍❤️‍👩 | Delta |
*   ```
*
*   With [`string-width`](https://github.com/sindresorhus/string-width):
*
*   ```js
*   import stringWidth from 'string-width'
*
*   markdownTable(
*     [
*       ['Alpha', 'Bravo'],
*       ['中文', 'Charlie'],
*       ['👩‍❤️‍👩', 'Delta']
*     ],
*     {stringLength: stringWidth}
*   )
*   ```
*
*   Yields:
*
*   ```markdown
*   | Alpha | Bravo   |
*   | ----- | ------- |
*   | 中文  | Charlie |
*   | 👩‍❤️‍👩    | Delta   |
*   ```
*/
/**
* Get the length of a cell.
*
* @param {string} value
*   Cell value.
* @returns {number}
*   Cell size.
*/
function defaultStringLength(value) {
	return value.length;
}
/**
* Generate a markdown
* ([GFM](https://docs.github.com/en/github/writing-on-github/working-with-advanced-formatting/organizing-information-with-tables))
* table.
*
* @param {ReadonlyArray<ReadonlyArray<string | null | undefined>>} table
*   Table data (matrix of strings).
* @param {Readonly<Options> | null | undefined} [options]
*   Configuration (optional).
* @returns {string}
*   Result.
*/
function markdownTable(table, options) {
	const settings = options || {};
	const align = (settings.align || []).concat();
	const stringLength = settings.stringLength || defaultStringLength;
	/** @type {Array<number>} Character codes as symbols for alignment per column. */
	const alignments = [];
	/** @type {Array<Array<string>>} Cells per row. */
	const cellMatrix = [];
	/** @type {Array<Array<number>>} Sizes of each cell per row. */
	const sizeMatrix = [];
	/** @type {Array<number>} */
	const longestCellByColumn = [];
	let mostCellsPerRow = 0;
	let rowIndex = -1;
	while (++rowIndex < table.length) {
		/** @type {Array<string>} */
		const row = [];
		/** @type {Array<number>} */
		const sizes = [];
		let columnIndex = -1;
		if (table[rowIndex].length > mostCellsPerRow) mostCellsPerRow = table[rowIndex].length;
		while (++columnIndex < table[rowIndex].length) {
			const cell = serialize$1(table[rowIndex][columnIndex]);
			if (settings.alignDelimiters !== false) {
				const size = stringLength(cell);
				sizes[columnIndex] = size;
				if (longestCellByColumn[columnIndex] === void 0 || size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			}
			row.push(cell);
		}
		cellMatrix[rowIndex] = row;
		sizeMatrix[rowIndex] = sizes;
	}
	let columnIndex = -1;
	if (typeof align === "object" && "length" in align) while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = toAlignment(align[columnIndex]);
	else {
		const code = toAlignment(align);
		while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = code;
	}
	columnIndex = -1;
	/** @type {Array<string>} */
	const row = [];
	/** @type {Array<number>} */
	const sizes = [];
	while (++columnIndex < mostCellsPerRow) {
		const code = alignments[columnIndex];
		let before = "";
		let after = "";
		if (code === 99) {
			before = ":";
			after = ":";
		} else if (code === 108) before = ":";
		else if (code === 114) after = ":";
		let size = settings.alignDelimiters === false ? 1 : Math.max(1, longestCellByColumn[columnIndex] - before.length - after.length);
		const cell = before + "-".repeat(size) + after;
		if (settings.alignDelimiters !== false) {
			size = before.length + size + after.length;
			if (size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			sizes[columnIndex] = size;
		}
		row[columnIndex] = cell;
	}
	cellMatrix.splice(1, 0, row);
	sizeMatrix.splice(1, 0, sizes);
	rowIndex = -1;
	/** @type {Array<string>} */
	const lines = [];
	while (++rowIndex < cellMatrix.length) {
		const row = cellMatrix[rowIndex];
		const sizes = sizeMatrix[rowIndex];
		const cellsInRow = settings.fillRows === false ? Math.max(1, cellMatrix[rowIndex === 1 ? 0 : rowIndex].length) : mostCellsPerRow;
		columnIndex = -1;
		/** @type {Array<string>} */
		const line = [];
		while (++columnIndex < cellsInRow) {
			const cell = row[columnIndex] || "";
			let before = "";
			let after = "";
			if (settings.alignDelimiters !== false) {
				const size = longestCellByColumn[columnIndex] - (sizes[columnIndex] || 0);
				const code = alignments[columnIndex];
				if (code === 114) before = " ".repeat(size);
				else if (code === 99) {
					const half = size / 2;
					if (size % 2) {
						before = " ".repeat(half + .5);
						after = " ".repeat(half - .5);
					} else {
						before = " ".repeat(half);
						after = before;
					}
				} else after = " ".repeat(size);
			}
			if (settings.delimiterStart !== false && !columnIndex) line.push("|");
			if (settings.padding !== false && !(settings.alignDelimiters === false && cell === "") && (settings.delimiterStart !== false || columnIndex)) line.push(" ");
			if (settings.alignDelimiters !== false) line.push(before);
			line.push(cell);
			if (settings.alignDelimiters !== false) line.push(after);
			if (settings.padding !== false) line.push(" ");
			if (settings.delimiterEnd !== false || columnIndex !== cellsInRow - 1) line.push("|");
		}
		lines.push(settings.delimiterEnd === false ? line.join("").replace(/ +$/, "") : line.join(""));
	}
	return lines.join("\n");
}
/**
* Serialize a cell value.
*
* @param {string | null | undefined} [value]
*   Value to serialize.
* @returns {string}
*   Result.
*/
function serialize$1(value) {
	return value === null || value === void 0 ? "" : String(value);
}
/**
* Get the alignment character code from a value.
*
* @param {string | null | undefined} value
*   Value.
* @returns {number}
*   Alignment.
*/
function toAlignment(value) {
	const code = typeof value === "string" ? value.codePointAt(0) : 0;
	return code === 67 || code === 99 ? 99 : code === 76 || code === 108 ? 108 : code === 82 || code === 114 ? 114 : 0;
}
// node_modules/unist-util-is/lib/index.js
/**
* Generate an assertion from a test.
*
* Useful if you’re going to test many nodes, for example when creating a
* utility where something else passes a compatible test.
*
* The created function is a bit faster because it expects valid input only:
* a `node`, `index`, and `parent`.
*
* @param {Test} test
*   *   when nullish, checks if `node` is a `Node`.
*   *   when `string`, works like passing `(node) => node.type === test`.
*   *   when `function` checks if function passed the node is true.
*   *   when `object`, checks that all keys in test are in node, and that they have (strictly) equal values.
*   *   when `array`, checks if any one of the subtests pass.
* @returns {Check}
*   An assertion.
*/
const convert = (
/**
* @param {Test} [test]
* @returns {Check}
*/
function(test) {
	if (test === null || test === void 0) return ok;
	if (typeof test === "function") return castFactory(test);
	if (typeof test === "object") return Array.isArray(test) ? anyFactory(test) : propertiesFactory(test);
	if (typeof test === "string") return typeFactory(test);
	throw new Error("Expected function, string, or object as test");
});
/**
* @param {Array<Props | TestFunction | string>} tests
* @returns {Check}
*/
function anyFactory(tests) {
	/** @type {Array<Check>} */
	const checks = [];
	let index = -1;
	while (++index < tests.length) checks[index] = convert(tests[index]);
	return castFactory(any);
	/**
	* @this {unknown}
	* @type {TestFunction}
	*/
	function any(...parameters) {
		let index = -1;
		while (++index < checks.length) if (checks[index].apply(this, parameters)) return true;
		return false;
	}
}
/**
* Turn an object into a test for a node with a certain fields.
*
* @param {Props} check
* @returns {Check}
*/
function propertiesFactory(check) {
	const checkAsRecord = check;
	return castFactory(all);
	/**
	* @param {Node} node
	* @returns {boolean}
	*/
	function all(node) {
		const nodeAsRecord = node;
		/** @type {string} */
		let key;
		for (key in check) if (nodeAsRecord[key] !== checkAsRecord[key]) return false;
		return true;
	}
}
/**
* Turn a string into a test for a node with a certain type.
*
* @param {string} check
* @returns {Check}
*/
function typeFactory(check) {
	return castFactory(type);
	/**
	* @param {Node} node
	*/
	function type(node) {
		return node && node.type === check;
	}
}
/**
* Turn a custom test into a test for a node that passes that test.
*
* @param {TestFunction} testFunction
* @returns {Check}
*/
function castFactory(testFunction) {
	return check;
	/**
	* @this {unknown}
	* @type {Check}
	*/
	function check(value, index, parent) {
		return Boolean(looksLikeANode(value) && testFunction.call(this, value, typeof index === "number" ? index : void 0, parent || void 0));
	}
}
function ok() {
	return true;
}
/**
* @param {unknown} value
* @returns {value is Node}
*/
function looksLikeANode(value) {
	return value !== null && typeof value === "object" && "type" in value;
}
// node_modules/mdast-util-phrasing/lib/index.js
/**
* @typedef {import('mdast').Html} Html
* @typedef {import('mdast').PhrasingContent} PhrasingContent
*/
/**
* Check if the given value is *phrasing content*.
*
* > 👉 **Note**: Excludes `html`, which can be both phrasing or flow.
*
* @param node
*   Thing to check, typically `Node`.
* @returns
*   Whether `value` is phrasing content.
*/
const phrasing$1 = convert([
	"break",
	"delete",
	"emphasis",
	"footnote",
	"footnoteReference",
	"image",
	"imageReference",
	"inlineCode",
	"inlineMath",
	"link",
	"linkReference",
	"mdxJsxTextElement",
	"mdxTextExpression",
	"strong",
	"text",
	"textDirective"
]);
// node_modules/zwitch/index.js
/**
* @callback Handler
*   Handle a value, with a certain ID field set to a certain value.
*   The ID field is passed to `zwitch`, and it’s value is this function’s
*   place on the `handlers` record.
* @param {...any} parameters
*   Arbitrary parameters passed to the zwitch.
*   The first will be an object with a certain ID field set to a certain value.
* @returns {any}
*   Anything!
*/
/**
* @callback UnknownHandler
*   Handle values that do have a certain ID field, but it’s set to a value
*   that is not listed in the `handlers` record.
* @param {unknown} value
*   An object with a certain ID field set to an unknown value.
* @param {...any} rest
*   Arbitrary parameters passed to the zwitch.
* @returns {any}
*   Anything!
*/
/**
* @callback InvalidHandler
*   Handle values that do not have a certain ID field.
* @param {unknown} value
*   Any unknown value.
* @param {...any} rest
*   Arbitrary parameters passed to the zwitch.
* @returns {void|null|undefined|never}
*   This should crash or return nothing.
*/
/**
* @template {InvalidHandler} [Invalid=InvalidHandler]
* @template {UnknownHandler} [Unknown=UnknownHandler]
* @template {Record<string, Handler>} [Handlers=Record<string, Handler>]
* @typedef Options
*   Configuration (required).
* @property {Invalid} [invalid]
*   Handler to use for invalid values.
* @property {Unknown} [unknown]
*   Handler to use for unknown values.
* @property {Handlers} [handlers]
*   Handlers to use.
*/
const own$3 = {}.hasOwnProperty;
/**
* Handle values based on a field.
*
* @template {InvalidHandler} [Invalid=InvalidHandler]
* @template {UnknownHandler} [Unknown=UnknownHandler]
* @template {Record<string, Handler>} [Handlers=Record<string, Handler>]
* @param {string} key
*   Field to switch on.
* @param {Options<Invalid, Unknown, Handlers>} [options]
*   Configuration (required).
* @returns {{unknown: Unknown, invalid: Invalid, handlers: Handlers, (...parameters: Parameters<Handlers[keyof Handlers]>): ReturnType<Handlers[keyof Handlers]>, (...parameters: Parameters<Unknown>): ReturnType<Unknown>}}
*/
function zwitch(key, options) {
	const settings = options || {};
	/**
	* Handle one value.
	*
	* Based on the bound `key`, a respective handler will be called.
	* If `value` is not an object, or doesn’t have a `key` property, the special
	* “invalid” handler will be called.
	* If `value` has an unknown `key`, the special “unknown” handler will be
	* called.
	*
	* All arguments, and the context object, are passed through to the handler,
	* and it’s result is returned.
	*
	* @this {unknown}
	*   Any context object.
	* @param {unknown} [value]
	*   Any value.
	* @param {...unknown} parameters
	*   Arbitrary parameters passed to the zwitch.
	* @property {Handler} invalid
	*   Handle for values that do not have a certain ID field.
	* @property {Handler} unknown
	*   Handle values that do have a certain ID field, but it’s set to a value
	*   that is not listed in the `handlers` record.
	* @property {Handlers} handlers
	*   Record of handlers.
	* @returns {unknown}
	*   Anything.
	*/
	function one(value, ...parameters) {
		/** @type {Handler|undefined} */
		let fn = one.invalid;
		const handlers = one.handlers;
		if (value && own$3.call(value, key)) {
			const id = String(value[key]);
			fn = own$3.call(handlers, id) ? handlers[id] : one.unknown;
		}
		if (fn) return fn.call(this, value, ...parameters);
	}
	one.handlers = settings.handlers || {};
	one.invalid = settings.invalid;
	one.unknown = settings.unknown;
	return one;
}
// node_modules/mdast-util-to-markdown/lib/configure.js
/**
* @import {Options, State} from './types.js'
*/
const own$2 = {}.hasOwnProperty;
/**
* Configure a base state w/ an extension.
*
* @param {State} base
*   Base state to configure.
* @param {Options} extension
*   Extension to apply.
* @returns {State}
*   Given `base`.
*/
function configure(base, extension) {
	let index = -1;
	/** @type {keyof Options} */
	let key;
	if (extension.extensions) while (++index < extension.extensions.length) configure(base, extension.extensions[index]);
	for (key in extension) if (own$2.call(extension, key)) switch (key) {
		case "extensions": break;
		/* c8 ignore next 4 */
		case "unsafe":
			list$2(base[key], extension[key]);
			break;
		case "join":
			list$2(base[key], extension[key]);
			break;
		case "handlers":
			map$2(base[key], extension[key]);
			break;
		default: base.options[key] = extension[key];
	}
	return base;
}
/**
* Merge arrays from the extension into the base state.
*
* @template T
*   Kind.
* @param {Array<T>} left
*   List to merge into.
* @param {Array<T> | null | undefined} right
*   List to merge from.
* @returns {undefined}
*   Nothing.
*/
function list$2(left, right) {
	if (right) left.push(...right);
}
/**
* Merge objects from the extension into the base state.
*
* @template T
*   Kind.
* @param {Record<string, T>} left
*   Object to merge into.
* @param {Record<string, T> | null | undefined} right
*   Object to merge from.
* @returns {undefined}
*   Nothing.
*/
function map$2(left, right) {
	if (right) Object.assign(left, right);
}
// node_modules/mdast-util-to-markdown/lib/handle/blockquote.js
/**
* @import {Blockquote, Parents} from 'mdast'
* @import {Info, Map, State} from 'mdast-util-to-markdown'
*/
/**
* Serialize a blockquote node.
*
* @param {Blockquote} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function blockquote(node, _, state, info) {
	const exit = state.enter("blockquote");
	const tracker = state.createTracker(info);
	tracker.move("> ");
	tracker.shift(2);
	const value = state.indentLines(state.containerFlow(node, tracker.current()), map$1);
	exit();
	return value;
}
/**
* Indent lines w/ blockquote markers.
*
* @type {Map}
*/
function map$1(line, _, blank) {
	return ">" + (blank ? "" : " ") + line;
}
// node_modules/mdast-util-to-markdown/lib/util/pattern-in-scope.js
/**
* @import {ConstructName, Unsafe} from 'mdast-util-to-markdown'
*/
/**
* Check if a pattern is in scope based on the current stack of constructs.
*
* @param {Array<ConstructName>} stack
*   Current stack of constructs.
* @param {Unsafe} pattern
*   Pattern to check.
* @returns {boolean}
*   Whether the pattern is in scope.
*/
function patternInScope(stack, pattern) {
	return listInScope(stack, pattern.inConstruct, true) && !listInScope(stack, pattern.notInConstruct, false);
}
/**
* Check if any of the constructs in the list are present in the stack.
*
* @param {Array<ConstructName>} stack
*   Current stack of constructs.
* @param {Unsafe['inConstruct']} list
*   List of constructs to check for in the stack.
* @param {boolean} none
*   Value to return if the list is empty or not provided.
* @returns {boolean}
*   Whether any of the constructs in the list are present in the stack.
*/
function listInScope(stack, list, none) {
	if (typeof list === "string") list = [list];
	if (!list || list.length === 0) return none;
	let index = -1;
	while (++index < list.length) if (stack.includes(list[index])) return true;
	return false;
}
// node_modules/mdast-util-to-markdown/lib/handle/break.js
/**
* @import {Break, Parents} from 'mdast'
* @import {Info, State} from 'mdast-util-to-markdown'
*/
/**
* Serialize a break node.
*
* @param {Break} _
*   Node to serialize.
* @param {Parents | undefined} _1
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function hardBreak(_, _1, state, info) {
	let index = -1;
	while (++index < state.unsafe.length) {
		const pattern = state.unsafe[index];
		if (pattern.character === "\n" && !pattern.before && !pattern.after && patternInScope(state.stack, pattern)) return /[\t ]/.test(info.before) ? "" : " ";
	}
	return "\\\n";
}
// node_modules/longest-streak/index.js
/**
* Get the count of the longest repeating streak of `substring` in `value`.
*
* @param {string} value
*   Content to search in.
* @param {string} substring
*   Substring to look for, typically one character.
* @returns {number}
*   Count of most frequent adjacent `substring`s in `value`.
*/
function longestStreak(value, substring) {
	const source = String(value);
	let index = source.indexOf(substring);
	let expected = index;
	let count = 0;
	let max = 0;
	if (typeof substring !== "string") throw new TypeError("Expected substring");
	while (index !== -1) {
		if (index === expected) {
			if (++count > max) max = count;
		} else count = 1;
		expected = index + substring.length;
		index = source.indexOf(substring, expected);
	}
	return max;
}
// node_modules/mdast-util-to-markdown/lib/util/format-code-as-indented.js
/**
* @import {State} from 'mdast-util-to-markdown'
* @import {Code} from 'mdast'
*/
/**
* Checks if a code block can be formatted as an indented code block.
*
* @param {Code} node
*   Node to check.
* @param {State} state
*   Info passed around.
* @returns {boolean}
*   Whether the code can be formatted as an indented code block.
*/
function formatCodeAsIndented(node, state) {
	return Boolean(state.options.fences === false && node.value && !node.lang && /[^\n\r ]/.test(node.value) && !/^[\t ]*(?:[\n\r]|$)|(?:^|[\n\r])[\t ]*$/.test(node.value));
}
// node_modules/mdast-util-to-markdown/lib/util/check-fence.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred fence option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['fence'], null | undefined>}
*   Preferred fence marker.
*/
function checkFence(state) {
	const marker = state.options.fence || "`";
	if (marker !== "`" && marker !== "~") throw new Error("Cannot serialize code with `" + marker + "` for `options.fence`, expected `` ` `` or `~`");
	return marker;
}
// node_modules/mdast-util-to-markdown/lib/handle/code.js
/**
* @import {Info, Map, State} from 'mdast-util-to-markdown'
* @import {Code, Parents} from 'mdast'
*/
/**
* Serialize a code node.
*
* @param {Code} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function code$1(node, _, state, info) {
	const marker = checkFence(state);
	const raw = node.value || "";
	if (formatCodeAsIndented(node, state)) {
		const exit = state.enter("codeIndented");
		const value = state.indentLines(raw, map);
		exit();
		return value;
	}
	const tracker = state.createTracker(info);
	const sequence = marker.repeat(Math.max(longestStreak(raw, marker) + 1, 3));
	const exit = state.enter("codeFenced");
	const suffix = marker === "`" ? "GraveAccent" : "Tilde";
	let value = tracker.move(sequence);
	if (node.lang) {
		const subexit = state.enter(`codeFencedLang${suffix}`);
		value += tracker.move(state.safe(node.lang, {
			before: value,
			after: " ",
			encode: ["`"],
			...tracker.current()
		}));
		subexit();
	}
	if (node.lang && node.meta) {
		const subexit = state.enter(`codeFencedMeta${suffix}`);
		value += tracker.move(" ");
		value += tracker.move(state.safe(node.meta, {
			before: value,
			after: "\n",
			encode: ["`"],
			...tracker.current()
		}));
		subexit();
	}
	value += tracker.move("\n");
	if (raw) value += tracker.move(raw + "\n");
	value += tracker.move(sequence);
	exit();
	return value;
}
/**
* Indent lines w/ code indent.
*
* @type {Map}
*/
function map(line, _, blank) {
	return (blank ? "" : "    ") + line;
}
// node_modules/mdast-util-to-markdown/lib/util/check-quote.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred quote option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['quote'], null | undefined>}
*   Preferred quote.
*/
function checkQuote(state) {
	const marker = state.options.quote || "\"";
	if (marker !== "\"" && marker !== "'") throw new Error("Cannot serialize title with `" + marker + "` for `options.quote`, expected `\"`, or `'`");
	return marker;
}
// node_modules/mdast-util-to-markdown/lib/handle/definition.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Definition, Parents} from 'mdast'
*/
/**
* Serialize a definition node.
*
* @param {Definition} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function definition(node, _, state, info) {
	const quote = checkQuote(state);
	const suffix = quote === "\"" ? "Quote" : "Apostrophe";
	const exit = state.enter("definition");
	let subexit = state.enter("label");
	const tracker = state.createTracker(info);
	let value = tracker.move("[");
	value += tracker.move(state.safe(state.associationId(node), {
		before: value,
		after: "]",
		...tracker.current()
	}));
	value += tracker.move("]: ");
	subexit();
	if (!node.url || /[\0- \u007F]/.test(node.url)) {
		subexit = state.enter("destinationLiteral");
		value += tracker.move("<");
		value += tracker.move(state.safe(node.url, {
			before: value,
			after: ">",
			...tracker.current()
		}));
		value += tracker.move(">");
	} else {
		subexit = state.enter("destinationRaw");
		value += tracker.move(state.safe(node.url, {
			before: value,
			after: node.title ? " " : "\n",
			...tracker.current()
		}));
	}
	subexit();
	if (node.title) {
		subexit = state.enter(`title${suffix}`);
		value += tracker.move(" " + quote);
		value += tracker.move(state.safe(node.title, {
			before: value,
			after: quote,
			...tracker.current()
		}));
		value += tracker.move(quote);
		subexit();
	}
	exit();
	return value;
}
// node_modules/mdast-util-to-markdown/lib/util/check-emphasis.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred emphasis option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['emphasis'], null | undefined>}
*   Preferred emphasis marker.
*/
function checkEmphasis(state) {
	const marker = state.options.emphasis || "*";
	if (marker !== "*" && marker !== "_") throw new Error("Cannot serialize emphasis with `" + marker + "` for `options.emphasis`, expected `*`, or `_`");
	return marker;
}
// node_modules/micromark-util-character/index.js
/**
* @import {Code} from 'micromark-util-types'
*/
/**
* Check whether the character code represents an ASCII alpha (`a` through `z`,
* case insensitive).
*
* An **ASCII alpha** is an ASCII upper alpha or ASCII lower alpha.
*
* An **ASCII upper alpha** is a character in the inclusive range U+0041 (`A`)
* to U+005A (`Z`).
*
* An **ASCII lower alpha** is a character in the inclusive range U+0061 (`a`)
* to U+007A (`z`).
*
* @param code
*   Code.
* @returns {boolean}
*   Whether it matches.
*/
const asciiAlpha = regexCheck(/[A-Za-z]/);
/**
* Check whether the character code represents an ASCII alphanumeric (`a`
* through `z`, case insensitive, or `0` through `9`).
*
* An **ASCII alphanumeric** is an ASCII digit (see `asciiDigit`) or ASCII alpha
* (see `asciiAlpha`).
*
* @param code
*   Code.
* @returns {boolean}
*   Whether it matches.
*/
const asciiAlphanumeric = regexCheck(/[\dA-Za-z]/);
/**
* Check whether the character code represents ASCII punctuation.
*
* An **ASCII punctuation** is a character in the inclusive ranges U+0021
* EXCLAMATION MARK (`!`) to U+002F SLASH (`/`), U+003A COLON (`:`) to U+0040 AT
* SIGN (`@`), U+005B LEFT SQUARE BRACKET (`[`) to U+0060 GRAVE ACCENT
* (`` ` ``), or U+007B LEFT CURLY BRACE (`{`) to U+007E TILDE (`~`).
*
* @param code
*   Code.
* @returns {boolean}
*   Whether it matches.
*/
const asciiPunctuation = regexCheck(/[!-/:-@[-`{-~]/);
/**
* Check whether a character code is a markdown line ending (see
* `markdownLineEnding`) or markdown space (see `markdownSpace`).
*
* @param {Code} code
*   Code.
* @returns {boolean}
*   Whether it matches.
*/
function markdownLineEndingOrSpace(code) {
	return code !== null && (code < 0 || code === 32);
}
/**
* Check whether the character code represents Unicode punctuation.
*
* A **Unicode punctuation** is a character in the Unicode `Pc` (Punctuation,
* Connector), `Pd` (Punctuation, Dash), `Pe` (Punctuation, Close), `Pf`
* (Punctuation, Final quote), `Pi` (Punctuation, Initial quote), `Po`
* (Punctuation, Other), or `Ps` (Punctuation, Open) categories, or an ASCII
* punctuation (see `asciiPunctuation`).
*
* See:
* **\[UNICODE]**:
* [The Unicode Standard](https://www.unicode.org/versions/).
* Unicode Consortium.
*
* @param code
*   Code.
* @returns
*   Whether it matches.
*/
const unicodePunctuation = regexCheck(/\p{P}|\p{S}/u);
/**
* Check whether the character code represents Unicode whitespace.
*
* Note that this does handle micromark specific markdown whitespace characters.
* See `markdownLineEndingOrSpace` to check that.
*
* A **Unicode whitespace** is a character in the Unicode `Zs` (Separator,
* Space) category, or U+0009 CHARACTER TABULATION (HT), U+000A LINE FEED (LF),
* U+000C (FF), or U+000D CARRIAGE RETURN (CR) (**\[UNICODE]**).
*
* See:
* **\[UNICODE]**:
* [The Unicode Standard](https://www.unicode.org/versions/).
* Unicode Consortium.
*
* @param code
*   Code.
* @returns
*   Whether it matches.
*/
const unicodeWhitespace = regexCheck(/\s/);
/**
* Create a code check from a regex.
*
* @param {RegExp} regex
*   Expression.
* @returns {(code: Code) => boolean}
*   Check.
*/
function regexCheck(regex) {
	return check;
	/**
	* Check whether a code matches the bound regex.
	*
	* @param {Code} code
	*   Character code.
	* @returns {boolean}
	*   Whether the character code matches the bound regex.
	*/
	function check(code) {
		return code !== null && code > -1 && regex.test(String.fromCharCode(code));
	}
}
// node_modules/micromark-util-classify-character/index.js
/**
* @import {Code} from 'micromark-util-types'
*/
/**
* Classify whether a code represents whitespace, punctuation, or something
* else.
*
* Used for attention (emphasis, strong), whose sequences can open or close
* based on the class of surrounding characters.
*
* > 👉 **Note**: eof (`null`) is seen as whitespace.
*
* @param {Code} code
*   Code.
* @returns {typeof constants.characterGroupWhitespace | typeof constants.characterGroupPunctuation | undefined}
*   Group.
*/
function classifyCharacter(code) {
	if (code === null || markdownLineEndingOrSpace(code) || unicodeWhitespace(code)) return 1;
	if (unicodePunctuation(code)) return 2;
}
// node_modules/mdast-util-to-markdown/lib/util/character.js
/**
* Get the first character of a value.
*
* Is aware of astral characters (such as emoji).
*
* @param {string} value
*   Value.
* @returns {string}
*   First character; empty if `value` is empty.
*/
function firstCharacter(value) {
	const code = value.codePointAt(0);
	return code === void 0 ? "" : String.fromCodePoint(code);
}
/**
* Get the last character of a value.
*
* Is aware of astral characters (such as emoji).
*
* @param {string} value
*   Value.
* @returns {string}
*   Last character; empty if `value` is empty.
*/
function lastCharacter(value) {
	const code = value.codePointAt(value.length - 2);
	return code !== void 0 && code > 65535 ? value.slice(-2) : value.slice(-1);
}
// node_modules/mdast-util-to-markdown/lib/util/encode-character-reference.js
/**
* Encode a code point as a character reference.
*
* @param {number} code
*   Code point to encode.
* @returns {string}
*   Encoded character reference.
*/
function encodeCharacterReference(code) {
	return "&#x" + code.toString(16).toUpperCase() + ";";
}
// node_modules/mdast-util-to-markdown/lib/util/encode-info.js
/**
* @import {EncodeSides} from '../types.js'
*/
/**
* Check whether to encode (as a character reference) the characters
* surrounding an attention run.
*
* Which characters are around an attention run influence whether it works or
* not.
*
* See <https://github.com/orgs/syntax-tree/discussions/60> for more info.
* See this markdown in a particular renderer to see what works:
*
* ```markdown
* |                         | A (letter inside) | B (punctuation inside) | C (whitespace inside) | D (nothing inside) |
* | ----------------------- | ----------------- | ---------------------- | --------------------- | ------------------ |
* | 1 (letter outside)      | x*y*z             | x*.*z                  | x* *z                 | x**z               |
* | 2 (punctuation outside) | .*y*.             | .*.*.                  | .* *.                 | .**.               |
* | 3 (whitespace outside)  | x *y* z           | x *.* z                | x * * z               | x ** z             |
* | 4 (nothing outside)     | *x*               | *.*                    | * *                   | **                 |
* ```
*
* @param {number} outside
*   Code point on the outer side of the run.
* @param {number} inside
*   Code point on the inner side of the run.
* @param {string} marker
*   Marker of the run.
*   Underscores are handled more strictly (they form less often) than
*   asterisks.
* @returns {EncodeSides}
*   Whether to encode characters.
*/
function encodeInfo(outside, inside, marker) {
	const outsideKind = classifyCharacter(outside);
	const insideKind = classifyCharacter(inside);
	if (outsideKind === void 0) return insideKind === void 0 ? marker === "_" ? {
		inside: true,
		outside: true
	} : {
		inside: false,
		outside: false
	} : insideKind === 1 ? {
		inside: true,
		outside: true
	} : {
		inside: false,
		outside: true
	};
	if (outsideKind === 1) return insideKind === void 0 ? {
		inside: false,
		outside: false
	} : insideKind === 1 ? {
		inside: true,
		outside: true
	} : {
		inside: false,
		outside: false
	};
	return insideKind === void 0 ? {
		inside: false,
		outside: false
	} : insideKind === 1 ? {
		inside: true,
		outside: false
	} : {
		inside: false,
		outside: false
	};
}
// node_modules/micromark-util-html-tag-name/index.js
/**
* List of lowercase HTML “block” tag names.
*
* The list, when parsing HTML (flow), results in more relaxed rules (condition
* 6).
* Because they are known blocks, the HTML-like syntax doesn’t have to be
* strictly parsed.
* For tag names not in this list, a more strict algorithm (condition 7) is used
* to detect whether the HTML-like syntax is seen as HTML (flow) or not.
*
* This is copied from:
* <https://spec.commonmark.org/0.30/#html-blocks>.
*
* > 👉 **Note**: `search` was added in `CommonMark@0.31`.
*/
const htmlBlockNames = [
	"address",
	"article",
	"aside",
	"base",
	"basefont",
	"blockquote",
	"body",
	"caption",
	"center",
	"col",
	"colgroup",
	"dd",
	"details",
	"dialog",
	"dir",
	"div",
	"dl",
	"dt",
	"fieldset",
	"figcaption",
	"figure",
	"footer",
	"form",
	"frame",
	"frameset",
	"h1",
	"h2",
	"h3",
	"h4",
	"h5",
	"h6",
	"head",
	"header",
	"hr",
	"html",
	"iframe",
	"legend",
	"li",
	"link",
	"main",
	"menu",
	"menuitem",
	"nav",
	"noframes",
	"ol",
	"optgroup",
	"option",
	"p",
	"param",
	"search",
	"section",
	"summary",
	"table",
	"tbody",
	"td",
	"tfoot",
	"th",
	"thead",
	"title",
	"tr",
	"track",
	"ul"
];
/**
* List of lowercase HTML “raw” tag names.
*
* The list, when parsing HTML (flow), results in HTML that can include lines
* without exiting, until a closing tag also in this list is found (condition
* 1).
*
* This module is copied from:
* <https://spec.commonmark.org/0.30/#html-blocks>.
*
* > 👉 **Note**: `textarea` was added in `CommonMark@0.30`.
*/
const htmlRawNames = [
	"pre",
	"script",
	"style",
	"textarea"
];
// node_modules/mdast-util-to-markdown/lib/util/html-kind.js
/**
* @typedef {1 | 2 | 3 | 4 | 5 | 6 | 7} Kind
*   Kind of HTML (flow) element.
*/
/**
* Infer the kind of HTML that `value` is.
*
* This works on valid trees as produced by `micromark`.
* Kinds:
*
* 1. raw
* 2. comment
* 3. instruction
* 4. declaration
* 5. cdata
* 6. block
* 7. other
*
* See: <https://spec.commonmark.org/0.31.2/#html-blocks>.
*
* @param {string} value
*   HTML.
* @returns {Kind | undefined}
*   Kind; `undefined` if unknown.
*/
function htmlKind(value) {
	if (value.charCodeAt(0) !== 60) return;
	const next = value.charCodeAt(1);
	if (next === 33) {
		const code = value.charCodeAt(2);
		if (code === 45) return 2;
		if (code === 91) return 5;
		if (asciiAlpha(code)) return 4;
		return;
	}
	if (next === 63) return 3;
	const closing = next === 47;
	const start = closing ? 2 : 1;
	let end = start;
	let code = value.charCodeAt(end);
	if (!asciiAlpha(code)) return;
	while (code === 45 || asciiAlphanumeric(code)) code = value.charCodeAt(++end);
	const name = value.slice(start, end).toLowerCase();
	if (!closing && code !== 47 && htmlRawNames.includes(name)) return 1;
	return htmlBlockNames.includes(name) ? 6 : 7;
}
// node_modules/mdast-util-to-markdown/lib/util/container-phrasing.js
/**
* @import {Attention, Handle, Info, State, Tracker} from 'mdast-util-to-markdown'
* @import {PhrasingParents} from '../types.js'
*/
/**
* Markers for builtin attention (emphasis, strong) to whether they are stricter:
* whether they cannot open and close inside words.
*
* Builtin runs pair following CommonMark rules for emphasis and strong:
* they are split,
* using one or two markers at a time,
* with the rule of 3.
* Other markers pair like GFM strikethrough:
* whole runs pair with a run of the same size.
*
* @type {Map<string, boolean>}
*/
const builtins = /* @__PURE__ */ new Map([["*", false], ["_", true]]);
/**
* @typedef AttentionResult
*   Attention, of which the sequence is chosen later.
* @property {Array<Item>} children
*   Serialized children.
* @property {Array<string>} sequences
*   Sequences that can be used, in order of preference.
*/
/**
* @typedef Improvement
*   Improvement of attention sequences.
* @property {Map<AttentionResult, string>} chosen
*   Chosen sequences for each attention.
* @property {Array<Token>} tokens
*   Tokens involved in the improvement.
* @property {Mistake | undefined} mistake
*   Mistake that led to this improvement, if any.
*/
/**
* @typedef {AttentionResult | string} Item
*   Serialized phrasing.
*/
/**
* @typedef Mistake
*   Sequence that does not form its attention.
* @property {Array<AttentionResult>} attention
*   Attention to try other sequences for.
* @property {number} index
*   Index of the token.
*/
/**
* @typedef Run
*   Sequences next to each other with the same marker.
* @property {boolean} close
*   Whether it can close.
* @property {number} end
*   Index after the last marker not used (to open).
* @property {Array<Token>} markers
*   Sequence of each marker.
* @property {boolean} open
*   Whether it can open.
* @property {boolean} split
*   Whether it can be split (built-in attention).
* @property {number} start
*   Index of the first marker not used (to close).
* @property {Array<Token>} tokens
*   Sequences.
*/
/**
* @typedef Token
*   Rendered phrasing.
* @property {AttentionResult | undefined} attention
*   Attention, if this is one of its sequences.
* @property {string} value
*   Value.
*/
/**
* Get candidates for a mistake:
* attention to try other sequences for,
* later first.
*
* @param {Array<Token>} tokens
*   Tokens.
* @param {Array<Token>} involved
*   Sequences involved in the mistake.
* @param {Map<Token, Run>} runOf
*   Run of each sequence.
* @returns {Array<AttentionResult>}
*   Candidates.
*/
function candidates(tokens, involved, runOf) {
	/** @type {Set<AttentionResult | undefined>} */
	const related = /* @__PURE__ */ new Set();
	for (const token of tokens) {
		const siblings = runOf.get(token);
		if (siblings && token.attention && involved.some((d) => d.attention === token.attention)) for (const sibling of siblings.tokens) related.add(sibling.attention);
	}
	/** @type {Array<AttentionResult>} */
	const ordered = [];
	for (const token of tokens) if (token.attention && related.delete(token.attention)) ordered.push(token.attention);
	ordered.reverse();
	return ordered;
}
/**
* Check whether sequences form their attention, like `micromark`.
*
* Sequences of `*` and `_` pair like emphasis and strong in CommonMark,
* others like strikethrough in GFM.
*
* @param {Array<Token>} tokens
*   Tokens.
* @param {string} before
*   Characters before.
* @param {string} after
*   Characters after.
* @returns {Mistake | undefined}
*   First mistake, if any.
*/
function check(tokens, before, after) {
	/** @type {Array<Run>} */
	const runs = [];
	/** @type {Map<Token, Array<Token>>} */
	const wrong = /* @__PURE__ */ new Map();
	/** @type {Map<Token, Run>} */
	const runOf = /* @__PURE__ */ new Map();
	let index = 0;
	while (index < tokens.length) {
		if (!tokens[index].attention) {
			index++;
			continue;
		}
		const marker = tokens[index].value.charAt(0);
		const strict = builtins.get(marker);
		let end = index + 1;
		while (end < tokens.length && tokens[end].attention && tokens[end].value.charAt(0) === marker) end++;
		const head = index ? tokens[index - 1].value : before;
		const previous = classifyCharacter(head.charCodeAt(head.length - 1));
		const next = classifyCharacter((end < tokens.length ? tokens[end].value : after).charCodeAt(0));
		const open = !next || next === 2 && Boolean(previous);
		const close = !previous || previous === 2 && Boolean(next);
		/** @type {Run} */
		const run = {
			tokens: tokens.slice(index, end),
			markers: [],
			start: 0,
			end: 0,
			open: strict ? open && (Boolean(previous) || !close) : open,
			close: strict ? close && (Boolean(next) || !open) : close,
			split: strict !== void 0
		};
		for (const token of run.tokens) {
			wrong.set(token, [...run.tokens]);
			runOf.set(token, run);
			let size = token.value.length;
			while (size--) run.markers.push(token);
		}
		run.end = run.markers.length;
		runs.push(run);
		index = end;
	}
	pair$1(runs, wrong);
	index = -1;
	while (++index < tokens.length) {
		const involved = wrong.get(tokens[index]);
		if (involved) return {
			attention: candidates(tokens, involved, runOf),
			index
		};
	}
}
/**
* Serialize the children of a parent that contains phrasing children.
*
* @param {PhrasingParents} parent
*   Parent of phrasing nodes.
* @param {State} state
*   Info passed around about the current state.
* @param {Info} info
*   Info on where we are in the document we are generating.
* @returns {string}
*   Serialized result.
*/
function containerPhrasing(parent, state, info) {
	return serialize(phrasing(parent, state, info), info.before, info.after);
}
/**
* Encode the first or last character of tokens as a character reference,
* if it is text.
*
* @param {Array<Token>} tokens
*   Tokens.
* @param {boolean} start
*   Whether to encode the first or last character.
* @returns {undefined}
*   Nothing.
*/
function encode(tokens, start) {
	const token = tokens[start ? 0 : tokens.length - 1];
	if (!token || token.attention) return;
	const character = start ? firstCharacter(token.value) : lastCharacter(token.value);
	const reference = encodeCharacterReference(character.codePointAt(0));
	if (start) token.value = reference + token.value.slice(character.length);
	else {
		let value = token.value.slice(0, token.value.length - character.length);
		let escapes = 0;
		while (value.charCodeAt(value.length - 1 - escapes) === 92) escapes++;
		if (escapes % 2) value += "\\";
		token.value = value + reference;
	}
}
/**
* Try other sequences for the candidates of a mistake and use the first that
* moves the mistake further.
*
* @param {Array<Item>} items
*   Items.
* @param {Map<AttentionResult, string>} chosen
*   Sequences to use instead of preferred sequences.
* @param {Mistake} mistake
*   Mistake.
* @param {string} before
*   Characters before.
* @param {string} after
*   Characters after.
* @returns {Improvement | undefined}
*   Result if better.
*/
function improve(items, chosen, mistake, before, after) {
	for (const attention of mistake.attention) {
		const current = chosen.get(attention) || attention.sequences[0];
		for (const sequence of attention.sequences) {
			if (sequence === current) continue;
			const trial = new Map(chosen);
			trial.set(attention, sequence);
			const tokens = render(items, trial, before, after);
			const next = check(tokens, before, after);
			if (!next || next.index > mistake.index) return {
				chosen: trial,
				mistake: next,
				tokens
			};
		}
	}
}
/**
* Pair runs like `micromark` and mark sequences that do form their attention
* as fine.
*
* Each pair uses markers from the end of an opener and the start of a closer.
* It forms the intended attention if those markers are exactly the whole
* opening and closing sequence of one attention.
* Otherwise attention is mixed up:
* either sequences of different attention pair,
* part of a sequence is used (such as `**` of strong as `*`),
* or several sequences are used together (such as `*` and `*` as `**`).
* Then the sequences involved are recorded with each other.
*
* @param {Array<Run>} runs
*   Runs.
* @param {Map<Token, Array<Token>>} wrong
*   Sequences that are wrong, with the sequences involved.
* @returns {undefined}
*   Nothing, `wrong` is changed.
*/
function pair$1(runs, wrong) {
	/** @type {Map<string, Array<Run>>} */
	const openersByMarker = /* @__PURE__ */ new Map();
	for (const closer of runs) {
		const marker = closer.tokens[0].value.charAt(0);
		let openers = openersByMarker.get(marker);
		if (!openers) {
			openers = [];
			openersByMarker.set(marker, openers);
		}
		let open = closer.close ? openers.length : 0;
		while (open-- && closer.start < closer.end) {
			const opener = openers[open];
			const openerSize = opener.end - opener.start;
			const closerSize = closer.end - closer.start;
			if (closer.split ? (opener.close || closer.open) && closerSize % 3 && !((openerSize + closerSize) % 3) : openerSize !== opener.markers.length || openerSize !== closerSize) continue;
			const size = closer.split ? openerSize > 1 && closerSize > 1 ? 2 : 1 : closerSize;
			const opening = opener.markers.slice(opener.end - size, opener.end);
			const closing = closer.markers.slice(closer.start, closer.start + size);
			const openToken = opening[0];
			const closeToken = closing[0];
			if (openToken === opening[size - 1] && openToken.value.length === size && closeToken === closing[size - 1] && closeToken.value.length === size && openToken.attention === closeToken.attention) {
				wrong.delete(openToken);
				wrong.delete(closeToken);
			} else {
				const involved = [.../* @__PURE__ */ new Set([...opening, ...closing])];
				for (const token of involved) {
					const list = wrong.get(token);
					if (list) list.push(...involved);
				}
			}
			opener.end -= size;
			closer.start += size;
			if (opener.start === opener.end) openers.splice(open, 1);
			open = openers.length;
		}
		if (closer.open && closer.start < closer.end) openers.push(closer);
	}
}
/**
* Get the sequences that can be used for attention, in order of preference.
*
* @param {string} type
*   Node type.
* @param {Array<string>} markers
*   Markers.
* @param {Array<number>} sizes
*   Sizes.
* @returns {Array<string>}
*   Sequences.
*/
function attentionSequences(type, markers, sizes) {
	if (markers.length === 0) throw new Error("Cannot serialize `" + type + "` as attention without markers, expected one or more markers");
	if (sizes.length === 0) throw new Error("Cannot serialize `" + type + "` as attention without sizes, expected one or more sizes");
	for (const size of sizes) if (!Number.isSafeInteger(size) || size < 1) throw new Error("Cannot serialize `" + type + "` as attention with `" + size + "` as size, expected positive integer");
	/** @type {Array<string>} */
	const sequences = [];
	for (const marker of markers) {
		if (marker.length !== 1) throw new Error("Cannot serialize `" + type + "` as attention with `" + marker + "` as marker, expected a single ascii character");
		if (!asciiPunctuation(marker.charCodeAt(0))) throw new Error("Cannot serialize `" + type + "` as attention with `" + marker + "` as marker, expected ascii punctuation");
		for (const size of sizes) sequences.push(marker.repeat(size));
	}
	return sequences;
}
/**
* Serialize the children of a parent that contains phrasing children,
* keeping attention separate,
* so that its markers can be chosen later.
*
* @param {PhrasingParents} parent
*   Parent of phrasing nodes.
* @param {State} state
*   Info passed around about the current state.
* @param {Info} info
*   Info on where we are in the document we are generating.
* @returns {Array<Item>}
*   Items.
*/
function phrasing(parent, state, info) {
	const indexStack = state.indexStack;
	const children = parent.children || [];
	/** @type {Array<Item>} */
	const results = [];
	let index = -1;
	let before = info.before;
	indexStack.push(-1);
	let tracker = state.createTracker(info);
	while (++index < children.length) {
		const child = children[index];
		/** @type {string} */
		let after;
		indexStack[indexStack.length - 1] = index;
		if (index + 1 < children.length) {
			/** @type {Handle} */
			let handle = state.handle.handlers[children[index + 1].type];
			if (handle && handle.peek) handle = handle.peek;
			after = handle ? firstCharacter(handle(children[index + 1], parent, state, {
				before: "",
				after: "",
				...tracker.current()
			})) : "";
		} else after = info.after;
		const previous = results[results.length - 1];
		if (typeof previous === "string" && (before === "\r" || before === "\n") && child.type === "html" && htmlKind(child.value) !== 7) {
			results[results.length - 1] = previous.replace(/(\r?\n|\r)$/, " ");
			before = " ";
			tracker = state.createTracker(info);
			tracker.move(serialize(results, info.before, info.after));
		}
		/** @type {(Handle & {attention?: Attention | undefined}) | undefined} */
		const handle = state.handle.handlers[child.type];
		if (handle && handle.attention) {
			const item = attentionItem(child, handle.attention, state, tracker);
			if (!item) continue;
			results.push(item);
			before = lastCharacter(item.sequences[0]);
		} else {
			const value = state.handle(child, parent, state, {
				...tracker.current(),
				after,
				before
			});
			if (!value) continue;
			tracker.move(value);
			results.push(value);
			before = lastCharacter(value);
		}
	}
	indexStack.pop();
	return results;
}
/**
* Serialize a node as attention,
* with its sequence chosen later.
*
* @param {PhrasingParents} node
*   Node.
* @param {Attention} attention
*   Attention of the node.
* @param {State} state
*   Info passed around about the current state.
* @param {Tracker} tracker
*   Tracker.
* @returns {AttentionResult | undefined}
*   Attention or nothing.
*/
function attentionItem(node, attention, state, tracker) {
	const { construct, markers, sizes } = attention(node, state);
	const sequences = attentionSequences(node.type, markers, sizes);
	const sequence = sequences[0];
	const exit = state.enter(construct);
	const inside = state.createTracker(tracker.current());
	inside.move(sequence);
	const children = phrasing(node, state, {
		...inside.current(),
		before: sequence,
		after: sequence
	});
	exit();
	if (children.length === 0) return;
	tracker.move(sequence);
	tracker.move(serialize(children, sequence, sequence));
	tracker.move(sequence);
	return {
		children,
		sequences
	};
}
/**
* Fix mistakes one at a time.
*
* @param {Array<Item>} items
*   Phrasing items.
* @param {Map<AttentionResult, string>} chosen
*   Sequences to start with.
* @param {string} before
*   Characters before.
* @param {string} after
*   Characters after.
* @returns {Array<Token> | undefined}
*   Tokens, if all mistakes could be fixed.
*/
function fix(items, chosen, before, after) {
	let tokens = render(items, chosen, before, after);
	let mistake = check(tokens, before, after);
	while (mistake) {
		const next = improve(items, chosen, mistake, before, after);
		if (!next) return;
		chosen = next.chosen;
		tokens = next.tokens;
		mistake = next.mistake;
	}
	return tokens;
}
/**
* Guess sequences for attention so that few mistakes are left to fix because
* each fix is slow.
*
* Prefers another marker when a sequence would touch one with the same marker
* of a sibling or parent (`**a**` and `*b*` as `**a***b*`).
* Except for an only child with a longer builtin sequence,
* as that forms (`***a***`).
*
* @param {Array<Item>} items
*   Phrasing items.
* @param {Map<AttentionResult, string>} chosen
*   Guesses that are not the preferred sequence.
* @param {string} before
*   Sequence of the parent or characters before.
* @param {string} after
*   Sequence of the parent or characters after.
* @returns {undefined}
*   Nothing.
*/
function guess(items, chosen, before, after) {
	let previous = before;
	let index = -1;
	while (++index < items.length) {
		const item = items[index];
		if (typeof item === "string") {
			previous = "";
			continue;
		}
		const next = index === items.length - 1 ? after : "";
		const sequence = item.sequences.find(function(value) {
			const marker = value.charAt(0);
			return marker !== previous.charAt(0) && marker !== next.charAt(0) || items.length === 1 && builtins.has(marker) && value.length > before.length;
		}) || item.sequences[0];
		if (sequence !== item.sequences[0]) chosen.set(item, sequence);
		guess(item.children, chosen, sequence, sequence);
		previous = sequence;
	}
}
/**
* Render items with sequences;
* encoding characters around attention where needed.
*
* @param {Array<Item>} items
*   Serialized phrasing.
* @param {Map<AttentionResult, string>} chosen
*   Sequences to use instead of preferred sequences.
* @param {string} before
*   Characters before.
* @param {string} after
*   Characters after.
* @returns {Array<Token>}
*   Tokens.
*/
function render(items, chosen, before, after) {
	/** @type {Array<Token>} */
	const tokens = [];
	/** @type {string | undefined} */
	let encodeAfter;
	let previous = lastCharacter(before);
	let index = -1;
	while (++index < items.length) {
		const item = items[index];
		if (typeof item === "string") {
			/** @type {Token} */
			const token = {
				value: item,
				attention: void 0
			};
			if (encodeAfter && encodeAfter === firstCharacter(item)) encode([token], true);
			encodeAfter = void 0;
			tokens.push(token);
			if (token.value) previous = lastCharacter(token.value);
			continue;
		}
		const sequence = chosen.get(item) || item.sequences[0];
		const marker = sequence.charAt(0);
		const next = items[index + 1];
		const outsideBefore = previous;
		const outsideAfter = firstCharacter(next === void 0 ? after : typeof next === "string" ? next : chosen.get(next) || next.sequences[0]);
		const inside = render(item.children, chosen, sequence, sequence);
		const head = inside[0].value;
		const open = encodeInfo(outsideBefore.charCodeAt(outsideBefore.length - 1), head.charCodeAt(0), marker);
		if (open.inside) encode(inside, true);
		const tail = lastCharacter(inside[inside.length - 1].value);
		const close = encodeInfo(outsideAfter.charCodeAt(0), tail.charCodeAt(tail.length - 1), marker);
		if (close.inside) encode(inside, false);
		if (open.outside && outsideBefore !== "\n" && outsideBefore !== "\r") encode(tokens, false);
		if (close.outside) encodeAfter = outsideAfter;
		tokens.push({
			value: sequence,
			attention: item
		}, ...inside, {
			value: sequence,
			attention: item
		});
		previous = sequence.charAt(sequence.length - 1);
	}
	return tokens;
}
/**
* Serialize phrasing with attention.
*
* Whether attention forms depends on everything around it.
* This checks that it does and tries other sequences if not.
*
* @param {Array<Item>} items
*   Phrasing items.
* @param {string} before
*   Characters before.
* @param {string} after
*   Characters after.
* @returns {string}
*   Serialized markdown.
*/
function serialize(items, before, after) {
	/** @type {Map<AttentionResult, string>} */
	const guessed = /* @__PURE__ */ new Map();
	guess(items, guessed, before, after);
	const tokens = (guessed.size > 0 ? fix(items, guessed, before, after) : void 0) || fix(items, /* @__PURE__ */ new Map(), before, after) || render(items, /* @__PURE__ */ new Map(), before, after);
	let result = "";
	for (const token of tokens) result += token.value;
	return result;
}
// node_modules/mdast-util-to-markdown/lib/handle/emphasis.js
/**
* @import {AttentionInfo, Info, State} from 'mdast-util-to-markdown'
* @import {Emphasis, Parents} from 'mdast'
*/
emphasis.attention = attention$1;
emphasis.peek = peek$1;
/**
* Serialize an emphasis node.
*
* Attention is properly handled by `containerPhrasing`.
*
* @param {Emphasis} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function emphasis(node, _, state, info) {
	const exit = state.enter("phrasing");
	const item = attentionItem(node, attention$1, state, state.createTracker(info));
	const value = item ? serialize([item], info.before, info.after) : "";
	exit();
	return value;
}
/**
* Serialize an emphasis node as attention.
*
* @param {Emphasis} _
*   Node to serialize.
* @param {State} state
*   Info passed around.
* @returns {AttentionInfo}
*   Info on how to serialize the node.
*/
function attention$1(_, state) {
	return {
		construct: "emphasis",
		markers: checkEmphasis(state) === "*" ? ["*", "_"] : ["_", "*"],
		sizes: [1]
	};
}
/**
* Peek at this node.
*
* @param {Emphasis} _
*   Node to serialize.
* @param {Parents | undefined} _1
*   Parent node.
* @param {State} state
*   Info passed around.
* @returns {string}
*   Start of the serialized markdown.
*/
function peek$1(_, _1, state) {
	return state.options.emphasis || "*";
}
// node_modules/unist-util-visit-parents/lib/color.node.js
/**
* Color a string.
*
* @param {string} d
*   Value.
* @returns {string}
*   Colored value.
*/
function color(d) {
	return "\x1B[33m" + d + "\x1B[39m";
}
// node_modules/unist-util-visit-parents/lib/index.js
/**
* @import {Node as UnistNode, Parent as UnistParent} from 'unist'
*/
/**
* @typedef {Exclude<import('unist-util-is').Test, undefined> | undefined} Test
*   Test from `unist-util-is`.
*
*   Note: we have remove and add `undefined`, because otherwise when generating
*   automatic `.d.ts` files, TS tries to flatten paths from a local perspective,
*   which doesn’t work when publishing on npm.
*/
/**
* @typedef {(
*   Fn extends (value: any) => value is infer Thing
*   ? Thing
*   : Fallback
* )} Predicate
*   Get the value of a type guard `Fn`.
* @template Fn
*   Value; typically function that is a type guard (such as `(x): x is Y`).
* @template Fallback
*   Value to yield if `Fn` is not a type guard.
*/
/**
* @typedef {(
*   Check extends null | undefined // No test.
*   ? Value
*   : Value extends {type: Check} // String (type) test.
*   ? Value
*   : Value extends Check // Partial test.
*   ? Value
*   : Check extends Function // Function test.
*   ? Predicate<Check, Value> extends Value
*     ? Predicate<Check, Value>
*     : never
*   : never // Some other test?
* )} MatchesOne
*   Check whether a node matches a primitive check in the type system.
* @template Value
*   Value; typically unist `Node`.
* @template Check
*   Value; typically `unist-util-is`-compatible test, but not arrays.
*/
/**
* @typedef {(
*   Check extends ReadonlyArray<infer T>
*   ? MatchesOne<Value, T>
*   : Check extends Array<infer T>
*   ? MatchesOne<Value, T>
*   : MatchesOne<Value, Check>
* )} Matches
*   Check whether a node matches a check in the type system.
* @template Value
*   Value; typically unist `Node`.
* @template Check
*   Value; typically `unist-util-is`-compatible test.
*/
/**
* @typedef {0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10} Uint
*   Number; capped reasonably.
*/
/**
* @typedef {I extends 0 ? 1 : I extends 1 ? 2 : I extends 2 ? 3 : I extends 3 ? 4 : I extends 4 ? 5 : I extends 5 ? 6 : I extends 6 ? 7 : I extends 7 ? 8 : I extends 8 ? 9 : 10} Increment
*   Increment a number in the type system.
* @template {Uint} [I=0]
*   Index.
*/
/**
* @typedef {(
*   Node extends UnistParent
*   ? Node extends {children: Array<infer Children>}
*     ? Child extends Children ? Node : never
*     : never
*   : never
* )} InternalParent
*   Collect nodes that can be parents of `Child`.
* @template {UnistNode} Node
*   All node types in a tree.
* @template {UnistNode} Child
*   Node to search for.
*/
/**
* @typedef {InternalParent<InclusiveDescendant<Tree>, Child>} Parent
*   Collect nodes in `Tree` that can be parents of `Child`.
* @template {UnistNode} Tree
*   All node types in a tree.
* @template {UnistNode} Child
*   Node to search for.
*/
/**
* @typedef {(
*   Depth extends Max
*   ? never
*   :
*     | InternalParent<Node, Child>
*     | InternalAncestor<Node, InternalParent<Node, Child>, Max, Increment<Depth>>
* )} InternalAncestor
*   Collect nodes in `Tree` that can be ancestors of `Child`.
* @template {UnistNode} Node
*   All node types in a tree.
* @template {UnistNode} Child
*   Node to search for.
* @template {Uint} [Max=10]
*   Max; searches up to this depth.
* @template {Uint} [Depth=0]
*   Current depth.
*/
/**
* @typedef {InternalAncestor<InclusiveDescendant<Tree>, Child>} Ancestor
*   Collect nodes in `Tree` that can be ancestors of `Child`.
* @template {UnistNode} Tree
*   All node types in a tree.
* @template {UnistNode} Child
*   Node to search for.
*/
/**
* @typedef {(
*   Tree extends UnistParent
*     ? Depth extends Max
*       ? Tree
*       : Tree | InclusiveDescendant<Tree['children'][number], Max, Increment<Depth>>
*     : Tree
* )} InclusiveDescendant
*   Collect all (inclusive) descendants of `Tree`.
*
*   > 👉 **Note**: for performance reasons, this seems to be the fastest way to
*   > recurse without actually running into an infinite loop, which the
*   > previous version did.
*   >
*   > Practically, a max of `2` is typically enough assuming a `Root` is
*   > passed, but it doesn’t improve performance.
*   > It gets higher with `List > ListItem > Table > TableRow > TableCell`.
*   > Using up to `10` doesn’t hurt or help either.
* @template {UnistNode} Tree
*   Tree type.
* @template {Uint} [Max=10]
*   Max; searches up to this depth.
* @template {Uint} [Depth=0]
*   Current depth.
*/
/**
* @typedef {'skip' | boolean} Action
*   Union of the action types.
*
* @typedef {number} Index
*   Move to the sibling at `index` next (after node itself is completely
*   traversed).
*
*   Useful if mutating the tree, such as removing the node the visitor is
*   currently on, or any of its previous siblings.
*   Results less than 0 or greater than or equal to `children.length` stop
*   traversing the parent.
*
* @typedef {[(Action | null | undefined | void)?, (Index | null | undefined)?]} ActionTuple
*   List with one or two values, the first an action, the second an index.
*
* @typedef {Action | ActionTuple | Index | null | undefined | void} VisitorResult
*   Any value that can be returned from an enter visitor.
*
*   Like `VisitorResultExit`,
*   but `SKIP` can also be returned,
*   to not walk the children of the node,
*   and `ActionTuple` can be used to combine an action with an index.
*
* @typedef {Index | boolean | null | undefined | void} VisitorResultExit
*   Any value that can be returned from an exit visitor.
*/
/**
* @callback Visitor
*   Handle a node (matching `test`, if given) before its children.
*
*   Changes inside `node` are walked next.
*   Replacing or removing it is easier in `exit`.
*   When replacing or removing it here,
*   return `SKIP` (as otherwise its old children are walked),
*   or `[SKIP, index]` to continue with the node now at `index`.
*   Changing next siblings (in walk order) is fine;
*   changing previous siblings needs a new `Index`.
*   Removing an ancestor or changing its previous siblings is not supported.
* @param {Visited} node
*   Found node.
* @param {Array<VisitedParents>} ancestors
*   Ancestors of `node`.
* @param {number | undefined} index
*   Index of `node` in its parent (the last of `ancestors`),
*   or `undefined` for the tree itself.
* @returns {VisitorResult}
*   What to do next.
*
*   Like `VisitorExit`,
*   but `SKIP` can also be returned,
*   to not walk the children of `node`.
*   Passing a tuple back (`ActionTuple`) only makes sense as `[SKIP, Index]`.
* @template {UnistNode} [Visited=UnistNode]
*   Visited node type.
* @template {UnistParent} [VisitedParents=UnistParent]
*   Ancestor type.
*/
/**
* @callback VisitorExit
*   Handle a node (matching `test`, if given) after its children.
*
*   Changes inside `node` are not walked,
*   which makes this a good place to change `node` based on its children,
*   or to replace or remove it.
*   When removing `node` or changing previous siblings (in walk order),
*   return a new `Index`.
*   Removing an ancestor or changing its previous siblings is not supported.
* @param {Visited} node
*   Found node.
* @param {Array<VisitedParents>} ancestors
*   Ancestors of `node`.
* @param {number | undefined} index
*   Index of `node` in its parent (the last of `ancestors`),
*   or `undefined` for the tree itself.
* @returns {VisitorResultExit}
*   What to do next.
*
*   `CONTINUE` (`true`, nothing) continues as normal,
*   `EXIT` (`false`) stops traversing,
*   and `Index` continues at that sibling.
* @template {UnistNode} [Visited=UnistNode]
*   Visited node type.
* @template {UnistParent} [VisitedParents=UnistParent]
*   Ancestor type.
*/
/**
* @template {UnistNode} [Visited=UnistNode]
*   Visited node type.
* @template {UnistParent} [VisitedParents=UnistParent]
*   Ancestor type.
* @typedef Visitors
*   Handle nodes when entering and exiting them.
*   The `enter` visitor is optional while `exit` is required.
*
*   Pass an `enter` visitor directly to only handle nodes when entering them.
*
*   `enter` is called before children (if any) are walked and `exit` after that.
*   `exit` is still called when `enter` returns `SKIP`.
*   Both `enter` and `exit` are only called for nodes that match an optional `test`.
* @property {Visitor<Visited, VisitedParents> | null | undefined} [enter]
*   Handle a node before its children (optional).
* @property {VisitorExit<Visited, VisitedParents>} exit
*   Handle a node after its children.
*/
/**
* @typedef {Visitor<Matches<InclusiveDescendant<Tree>, Check>, Ancestor<Tree, Matches<InclusiveDescendant<Tree>, Check>>>} BuildVisitor
*   Build a typed `Visitor` function from a tree and a test.
*
*   It will infer which values are passed as `node` and which as `parents`.
* @template {UnistNode} [Tree=UnistNode]
*   Tree type.
* @template {Test} [Check=Test]
*   Test type.
*/
/**
* @typedef {Visitors<Matches<InclusiveDescendant<Tree>, Check>, Ancestor<Tree, Matches<InclusiveDescendant<Tree>, Check>>>} BuildVisitors
*   Build typed `Visitors` from a tree and a test.
*
*   It will infer which values are passed as `node` and which as `parents`.
* @template {UnistNode} [Tree=UnistNode]
*   Tree type.
* @template {Test} [Check=Test]
*   Test type.
*/
/** @type {Readonly<ActionTuple>} */
const empty = [];
/**
* Visit nodes, with ancestral information.
*
* This algorithm performs *depth-first* *tree traversal* in *preorder*
* (**NLR**) or if `reverse` is given,
* in *reverse preorder* (**NRL**).
* An `exit` visitor is called in *postorder* (**LRN**)
* or if `reverse` is given, in *reverse postorder* (**RLN**).
*
* You can choose which nodes are visited by passing a `test`.
* For complex tests, you should test yourself in a visitor, as it will be
* faster and will have improved type information.
*
* Walking the tree is an intensive task.
* Make use of the return values of the visitor when possible.
* Instead of walking a tree multiple times, walk it once, use `unist-util-is`
* to check if a node matches, and then perform different operations.
*
* You can change the tree.
* Changes inside a node made when entering it are walked,
* changes made when exiting it are not.
* See `Visitor` and `VisitorExit` for more info.
*
* @overload
* @param {Tree} tree
*   Tree to traverse.
* @param {Check} check
*   `unist-util-is`-compatible test.
* @param {BuildVisitor<Tree, Check>} enter
*   Handle each node when entering it.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @overload
* @param {Tree} tree
*   Tree to traverse.
* @param {Check} check
*   `unist-util-is`-compatible test.
* @param {BuildVisitors<Tree, Check>} visitors
*   Handle each node when exiting it, and optionally when entering it.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @overload
* @param {Tree} tree
*   Tree to traverse.
* @param {BuildVisitor<Tree>} enter
*   Handle each node when entering it.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @overload
* @param {Tree} tree
*   Tree to traverse.
* @param {BuildVisitors<Tree>} visitors
*   Handle each node when exiting it, and optionally when entering it.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @param {UnistNode} tree
*   Tree to traverse.
* @param {Visitor | Visitors | Test} testOrEnterOrVisitors
*   `unist-util-is`-compatible test, `enter`, or `visitors`.
* @param {Visitor | Visitors | boolean | null | undefined} [enterOrVisitorsOrReverse]
*   `enter`, `visitors`, or `reverse` after a test.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @template {UnistNode} Tree
*   Node type.
* @template {Test} Check
*   `unist-util-is`-compatible test.
*/
function visitParents(tree, testOrEnterOrVisitors, enterOrVisitorsOrReverse, reverse) {
	if (!tree || typeof tree !== "object") throw new Error("Unexpected value `" + tree + "` for `tree`, expected node");
	let preorder = true;
	/** @type {Test} */
	let check;
	/** @type {Visitors | Visitor} */
	let visitors;
	/** @type {Visitor | null | undefined} */
	let enter;
	/** @type {VisitorExit | null | undefined} */
	let exit;
	if (typeof enterOrVisitorsOrReverse === "function" || enterOrVisitorsOrReverse && typeof enterOrVisitorsOrReverse === "object") {
		check = testOrEnterOrVisitors;
		visitors = enterOrVisitorsOrReverse;
		if (reverse) preorder = false;
	} else {
		visitors = testOrEnterOrVisitors;
		if (enterOrVisitorsOrReverse) preorder = false;
	}
	if (typeof visitors === "function") enter = visitors;
	else if (visitors && typeof visitors === "object") {
		if (visitors.enter === null || visitors.enter === void 0) {} else if (typeof visitors.enter === "function") enter = visitors.enter;
		else throw new Error("Unexpected value `" + visitors.enter + "` for `visitors.enter`, expected optional visitor");
		if (typeof visitors.exit === "function") exit = visitors.exit;
		else throw new Error("Unexpected value `" + visitors.exit + "` for `visitors.exit`, expected visitor (pass a visitor directly if you only want an enter visitor)");
	} else throw new Error("Unexpected value `" + visitors + "` for `enter` or `visitors`, expected visitor or object with visitors");
	const is = convert(check);
	const step = preorder ? 1 : -1;
	factory(tree, void 0, [])();
	/**
	* Create a function to visit a node.
	*
	* @param {UnistNode} node
	*   Node to visit.
	* @param {number | undefined} index
	*   Index of `node` in its parent.
	* @param {Array<UnistParent>} parents
	*   Ancestors of `node`.
	* @returns {() => Readonly<ActionTuple>}
	*   Visit `node`.
	*/
	function factory(node, index, parents) {
		const value = node && typeof node === "object" ? node : {};
		if (typeof value.type === "string") {
			const name = typeof value.tagName === "string" ? value.tagName : typeof value.name === "string" ? value.name : void 0;
			Object.defineProperty(visit, "name", { value: "node (" + color(node.type + (name ? "<" + name + ">" : "")) + ")" });
		}
		return visit;
		function visit() {
			const matches = !check || is(node, index, parents[parents.length - 1] || void 0);
			/** @type {Readonly<ActionTuple>} */
			let result = empty;
			if (enter && matches) {
				result = toResult(enter(node, parents, index));
				if (result[0] === false) return result;
			}
			if ("children" in node && node.children) {
				const nodeAsParent = node;
				if (nodeAsParent.children && result[0] !== "skip") {
					let offset = (preorder ? -1 : nodeAsParent.children.length) + step;
					const grandparents = [...parents, nodeAsParent];
					while (offset > -1 && offset < nodeAsParent.children.length) {
						const child = nodeAsParent.children[offset];
						const subresult = factory(child, offset, grandparents)();
						if (subresult[0] === false) return subresult;
						offset = typeof subresult[1] === "number" ? subresult[1] : offset + step;
					}
				}
			}
			if (exit && matches) {
				const exitResult = toResult(exit(node, parents, index));
				if (exitResult[0] === "skip") throw new Error("Unexpected value `" + exitResult[0] + "` from `exit`, expected `CONTINUE`, `EXIT`, index, or nothing");
				if (exitResult[0] === false || typeof exitResult[1] === "number") return exitResult;
			}
			return result;
		}
	}
}
/**
* Turn a return value into a clean result.
*
* @param {VisitorResult} value
*   Valid return values from visitors.
* @returns {Readonly<ActionTuple>}
*   Clean result.
*/
function toResult(value) {
	if (Array.isArray(value)) return value;
	if (typeof value === "number") return [true, value];
	return value === null || value === void 0 ? empty : [value];
}
// node_modules/unist-util-visit/lib/index.js
/**
* @import {Node as UnistNode, Parent as UnistParent} from 'unist'
* @import {
*   InclusiveDescendant,
*   Matches,
*   Visitors as ParentsVisitors,
*   VisitorResult,
*   VisitorResultExit
* } from 'unist-util-visit-parents'
*/
/**
* @typedef {Exclude<import('unist-util-is').Test, undefined> | undefined} Test
*   Test from `unist-util-is`.
*
*   Note: we have remove and add `undefined`, because otherwise when generating
*   automatic `.d.ts` files, TS tries to flatten paths from a local perspective,
*   which doesn’t work when publishing on npm.
*/
/**
* @typedef {(
*   Node extends UnistParent
*   ? Node extends {children: Array<infer Children>}
*     ? Child extends Children ? Node : never
*     : never
*   : never
* )} InternalParent
*   Collect nodes that can be parents of `Child`.
* @template {UnistNode} Node
*   All node types in a tree.
* @template {UnistNode} Child
*   Node to search for.
*/
/**
* @typedef {InternalParent<InclusiveDescendant<Tree>, Child>} Parent
*   Collect nodes in `Tree` that can be parents of `Child`.
* @template {UnistNode} Tree
*   All node types in a tree.
* @template {UnistNode} Child
*   Node to search for.
*/
/**
* @callback Visitor
*   Handle a node (matching `test`, if given) before its children.
*
*   Like `Visitor` in `unist-util-visit-parents`,
*   but with `index` and `parent` instead of `parents`.
* @param {Visited} node
*   Found node.
* @param {Visited extends UnistNode ? number | undefined : never} index
*   Index of `node` in `parent`,
*   or `undefined` for the tree itself.
* @param {Ancestor extends UnistParent ? Ancestor | undefined : never} parent
*   Parent of `node`,
*   or `undefined` for the tree itself.
* @returns {VisitorResult}
*   What to do next.
* @template {UnistNode} [Visited=UnistNode]
*   Visited node type.
* @template {UnistParent} [Ancestor=UnistParent]
*   Ancestor type.
*/
/**
* @callback VisitorExit
*   Handle a node (matching `test`, if given) after its children.
*
*   Like `VisitorExit` in `unist-util-visit-parents`,
*   but with `index` and `parent` instead of `parents`.
* @param {Visited} node
*   Found node.
* @param {Visited extends UnistNode ? number | undefined : never} index
*   Index of `node` in `parent`,
*   or `undefined` for the tree itself.
* @param {Ancestor extends UnistParent ? Ancestor | undefined : never} parent
*   Parent of `node`,
*   or `undefined` for the tree itself.
* @returns {VisitorResultExit}
*   What to do next.
* @template {UnistNode} [Visited=UnistNode]
*   Visited node type.
* @template {UnistParent} [Ancestor=UnistParent]
*   Ancestor type.
*/
/**
* @template {UnistNode} [Visited=UnistNode]
*   Visited node type.
* @template {UnistParent} [Ancestor=UnistParent]
*   Ancestor type.
* @typedef Visitors
*   Handle nodes when entering and exiting them.
*
*   Like `Visitors` in `unist-util-visit-parents`.
* @property {Visitor<Visited, Ancestor> | null | undefined} [enter]
*   Handle a node before its children (optional).
* @property {VisitorExit<Visited, Ancestor>} exit
*   Handle a node after its children.
*/
/**
* @typedef {Visitor<Visited, Parent<Ancestor, Visited>>} BuildVisitorFromMatch
*   Build a typed `Visitor` function from a node and all possible parents.
*
*   It will infer which values are passed as `node` and which as `parent`.
* @template {UnistNode} Visited
*   Node type.
* @template {UnistParent} Ancestor
*   Parent type.
*/
/**
* @typedef {(
*   BuildVisitorFromMatch<
*     Matches<Descendant, Check>,
*     Extract<Descendant, UnistParent>
*   >
* )} BuildVisitorFromDescendants
*   Build a typed `Visitor` function from a list of descendants and a test.
*
*   It will infer which values are passed as `node` and which as `parent`.
* @template {UnistNode} Descendant
*   Node type.
* @template {Test} Check
*   Test type.
*/
/**
* @typedef {(
*   BuildVisitorFromDescendants<
*     InclusiveDescendant<Tree>,
*     Check
*   >
* )} BuildVisitor
*   Build a typed `Visitor` function from a tree and a test.
*
*   It will infer which values are passed as `node` and which as `parent`.
* @template {UnistNode} [Tree=UnistNode]
*   Node type.
* @template {Test} [Check=Test]
*   Test type.
*/
/**
* @typedef {(
*   Visitors<
*     Matches<InclusiveDescendant<Tree>, Check>,
*     Parent<
*       Extract<InclusiveDescendant<Tree>, UnistParent>,
*       Matches<InclusiveDescendant<Tree>, Check>
*     >
*   >
* )} BuildVisitors
*   Build typed `Visitors` from a tree and a test.
*
*   It will infer which values are passed as `node` and which as `parent`.
* @template {UnistNode} [Tree=UnistNode]
*   Node type.
* @template {Test} [Check=Test]
*   Test type.
*/
/**
* Visit nodes.
*
* This algorithm performs *depth-first* *tree traversal* in *preorder*
* (**NLR**) or if `reverse` is given,
* in *reverse preorder* (**NRL**).
* An `exit` visitor is called in *postorder* (**LRN**)
* or if `reverse` is given, in *reverse postorder* (**RLN**).
*
* You can choose which nodes are visited by passing a `test`.
* For complex tests, you should test yourself in a visitor, as it will be
* faster and will have improved type information.
*
* Walking the tree is an intensive task.
* Make use of the return values of the visitor when possible.
* Instead of walking a tree multiple times, walk it once, use `unist-util-is`
* to check if a node matches, and then perform different operations.
*
* You can change the tree.
* Changes inside a node made when entering it are walked,
* changes made when exiting it are not.
* See `Visitor` and `VisitorExit` for more info.
*
* @overload
* @param {Tree} tree
*   Tree to traverse.
* @param {Check} check
*   `unist-util-is`-compatible test.
* @param {BuildVisitor<Tree, Check> | BuildVisitors<Tree, Check>} visitors
*   Handle each node when entering it,
*   or `{enter, exit}` to also handle it when exiting it.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @overload
* @param {Tree} tree
*   Tree to traverse.
* @param {BuildVisitor<Tree> | BuildVisitors<Tree>} visitors
*   Handle each node when entering it,
*   or `{enter, exit}` to also handle it when exiting it.
* @param {boolean | null | undefined} [reverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @param {UnistNode} tree
*   Tree to traverse.
* @param {Visitor | Visitors | Test} testOrEnterOrVisitors
*   `unist-util-is`-compatible test, `enter`, or `visitors`.
* @param {Visitor | Visitors | boolean | null | undefined} [enterOrVisitorsOrReverse]
*   `enter`, `visitors`, or `reverse` after a test.
* @param {boolean | null | undefined} [maybeReverse]
*   Walk children from last to first;
*   for `enter`, reverse preorder (NRL) instead of preorder (NLR);
*   for `exit`, reverse postorder (RLN) instead of postorder (LRN).
* @returns {undefined}
*   Nothing.
*
* @template {UnistNode} Tree
*   Node type.
* @template {Test} Check
*   `unist-util-is`-compatible test.
*/
function visit(tree, testOrEnterOrVisitors, enterOrVisitorsOrReverse, maybeReverse) {
	/** @type {Test} */
	let check;
	/** @type {Visitor | Visitors} */
	let visitors;
	/** @type {boolean | null | undefined} */
	let reverse;
	if (typeof enterOrVisitorsOrReverse === "function" || enterOrVisitorsOrReverse && typeof enterOrVisitorsOrReverse === "object") {
		check = testOrEnterOrVisitors;
		visitors = enterOrVisitorsOrReverse;
		reverse = maybeReverse;
	} else {
		visitors = testOrEnterOrVisitors;
		reverse = enterOrVisitorsOrReverse;
	}
	if (typeof visitors === "function") visitParents(tree, check, wrap(visitors), reverse);
	else visitParents(tree, check, wrapVisitors(visitors), reverse);
}
/**
* Turn `visit` visitors into `visitParents` visitors.
*
* @param {Visitors} visitors
*   Visitors for `visit`.
* @returns {ParentsVisitors}
*   Visitors for `visitParents`.
*/
function wrapVisitors(visitors) {
	if (!visitors || typeof visitors !== "object") return visitors;
	return {
		enter: typeof visitors.enter === "function" ? wrap(visitors.enter) : visitors.enter,
		exit: typeof visitors.exit === "function" ? wrap(visitors.exit) : visitors.exit
	};
}
/**
* Turn a `visit` visitor into a `visitParents` one.
*
* @template {VisitorResult} Result
*   Result type.
* @param {(node: UnistNode, index: number | undefined, parent: UnistParent | undefined) => Result} visitor
*   Visitor for `visit`.
* @returns {(node: UnistNode, parents: Array<UnistParent>, index: number | undefined) => Result}
*   Visitor for `visitParents`.
*/
function wrap(visitor) {
	return overload;
	/**
	* Call `visitor` with `index` and `parent` instead of `parents`.
	*
	* @param {UnistNode} node
	*   Visited node.
	* @param {Array<UnistParent>} parents
	*   Ancestors of `node`.
	* @param {number | undefined} index
	*   Index of `node` in its parent.
	* @returns {Result}
	*   What to do next.
	*/
	function overload(node, parents, index) {
		return visitor(node, index, parents[parents.length - 1]);
	}
}
// node_modules/mdast-util-to-string/lib/index.js
/**
* @typedef {import('mdast').Nodes} Nodes
*
* @typedef Options
*   Configuration (optional).
* @property {boolean | null | undefined} [includeImageAlt=true]
*   Whether to use `alt` for `image`s (default: `true`).
* @property {boolean | null | undefined} [includeHtml=true]
*   Whether to use `value` of HTML (default: `true`).
*/
/** @type {Options} */
const emptyOptions = {};
/**
* Get the text content of a node or list of nodes.
*
* Prefers the node’s plain-text fields, otherwise serializes its children,
* and if the given value is an array, serialize the nodes in it.
*
* @param {unknown} [value]
*   Thing to serialize, typically `Node`.
* @param {Options | null | undefined} [options]
*   Configuration (optional).
* @returns {string}
*   Serialized `value`.
*/
function toString(value, options) {
	const settings = options || emptyOptions;
	return one(value, typeof settings.includeImageAlt === "boolean" ? settings.includeImageAlt : true, typeof settings.includeHtml === "boolean" ? settings.includeHtml : true);
}
/**
* One node or several nodes.
*
* @param {unknown} value
*   Thing to serialize.
* @param {boolean} includeImageAlt
*   Include image `alt`s.
* @param {boolean} includeHtml
*   Include HTML.
* @returns {string}
*   Serialized node.
*/
function one(value, includeImageAlt, includeHtml) {
	if (node(value)) {
		if ("value" in value) return value.type === "html" && !includeHtml ? "" : value.value;
		if (includeImageAlt && "alt" in value && value.alt) return value.alt;
		if ("children" in value) return all(value.children, includeImageAlt, includeHtml);
	}
	if (Array.isArray(value)) return all(value, includeImageAlt, includeHtml);
	return "";
}
/**
* Serialize a list of nodes.
*
* @param {Array<unknown>} values
*   Thing to serialize.
* @param {boolean} includeImageAlt
*   Include image `alt`s.
* @param {boolean} includeHtml
*   Include HTML.
* @returns {string}
*   Serialized nodes.
*/
function all(values, includeImageAlt, includeHtml) {
	/** @type {Array<string>} */
	const result = [];
	let index = -1;
	while (++index < values.length) result[index] = one(values[index], includeImageAlt, includeHtml);
	return result.join("");
}
/**
* Check if `value` looks like a node.
*
* @param {unknown} value
*   Thing.
* @returns {value is Nodes}
*   Whether `value` is a node.
*/
function node(value) {
	return Boolean(value && typeof value === "object");
}
// node_modules/mdast-util-to-markdown/lib/util/format-heading-as-setext.js
/**
* @import {State} from 'mdast-util-to-markdown'
* @import {Heading} from 'mdast'
*/
/**
* Checks if a heading can be formatted as a setext heading.
*
* @param {Heading} node
*   Node to check.
* @param {State} state
*   Info passed around.
* @returns {boolean}
*   Whether the heading can be formatted as a setext heading.
*/
function formatHeadingAsSetext$1(node, state) {
	let literalWithBreak = false;
	visit(node, function(node) {
		if ("value" in node && /\r?\n|\r/.test(node.value) || node.type === "break") {
			literalWithBreak = true;
			return false;
		}
	});
	return Boolean((!node.depth || node.depth < 3) && toString(node) && (state.options.setext || literalWithBreak));
}
// node_modules/mdast-util-to-markdown/lib/handle/heading.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Heading, Parents} from 'mdast'
*/
/**
* Serialize a heading node.
*
* @param {Heading} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function heading(node, _, state, info) {
	const rank = Math.max(Math.min(6, node.depth || 1), 1);
	const tracker = state.createTracker(info);
	if (formatHeadingAsSetext$1(node, state)) {
		const exit = state.enter("headingSetext");
		const subexit = state.enter("phrasing");
		const value = state.containerPhrasing(node, {
			...tracker.current(),
			before: "\n",
			after: "\n"
		});
		subexit();
		exit();
		return value + "\n" + (rank === 1 ? "=" : "-").repeat(value.length - (Math.max(value.lastIndexOf("\r"), value.lastIndexOf("\n")) + 1));
	}
	const sequence = "#".repeat(rank);
	const exit = state.enter("headingAtx");
	const subexit = state.enter("phrasing");
	tracker.move(sequence + " ");
	let value = state.containerPhrasing(node, {
		before: "# ",
		after: "\n",
		...tracker.current()
	});
	const head = value.charCodeAt(0);
	if (head === 9 || head === 32) value = encodeCharacterReference(head) + value.slice(1);
	value = value ? sequence + " " + value : sequence;
	if (state.options.closeAtx) value += " " + sequence;
	subexit();
	exit();
	return value;
}
// node_modules/mdast-util-to-markdown/lib/handle/html.js
/**
* @import {Html} from 'mdast'
*/
html.peek = htmlPeek;
/**
* Serialize an HTML node.
*
* @param {Html} node
*   Node to serialize.
* @returns {string}
*   Serialized markdown.
*/
function html(node) {
	return node.value || "";
}
/**
* Peek at this node.
*
* @returns {string}
*   Start of the serialized markdown.
*/
function htmlPeek() {
	return "<";
}
// node_modules/mdast-util-to-markdown/lib/handle/image.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Image, Parents} from 'mdast'
*/
image.peek = imagePeek;
/**
* Serialize an image node.
*
* @param {Image} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function image(node, _, state, info) {
	const quote = checkQuote(state);
	const suffix = quote === "\"" ? "Quote" : "Apostrophe";
	const exit = state.enter("image");
	let subexit = state.enter("label");
	const tracker = state.createTracker(info);
	let value = tracker.move("![");
	value += tracker.move(state.safe(node.alt, {
		before: value,
		after: "]",
		...tracker.current()
	}));
	value += tracker.move("](");
	subexit();
	if (!node.url && node.title || /[\0- \u007F]/.test(node.url)) {
		subexit = state.enter("destinationLiteral");
		value += tracker.move("<");
		value += tracker.move(state.safe(node.url, {
			before: value,
			after: ">",
			...tracker.current()
		}));
		value += tracker.move(">");
	} else {
		subexit = state.enter("destinationRaw");
		value += tracker.move(state.safe(node.url, {
			before: value,
			after: node.title ? " " : ")",
			...tracker.current()
		}));
	}
	subexit();
	if (node.title) {
		subexit = state.enter(`title${suffix}`);
		value += tracker.move(" " + quote);
		value += tracker.move(state.safe(node.title, {
			before: value,
			after: quote,
			...tracker.current()
		}));
		value += tracker.move(quote);
		subexit();
	}
	value += tracker.move(")");
	exit();
	return value;
}
/**
* Peek at this node.
*
* @returns {string}
*   Start of the serialized markdown.
*/
function imagePeek() {
	return "!";
}
// node_modules/mdast-util-to-markdown/lib/handle/image-reference.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {ImageReference, Parents} from 'mdast'
*/
imageReference.peek = imageReferencePeek;
/**
* Serialize an image reference node.
*
* @param {ImageReference} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function imageReference(node, _, state, info) {
	const type = node.referenceType;
	const exit = state.enter("imageReference");
	let subexit = state.enter("label");
	const tracker = state.createTracker(info);
	let value = tracker.move("![");
	const alt = state.safe(node.alt, {
		before: value,
		after: "]",
		...tracker.current()
	});
	value += tracker.move(alt + "][");
	subexit();
	const stack = state.stack;
	state.stack = stack.filter(function(d) {
		return d !== "phrasing";
	});
	subexit = state.enter("reference");
	const reference = state.safe(state.associationId(node), {
		before: value,
		after: "]",
		...tracker.current()
	});
	subexit();
	state.stack = stack;
	exit();
	if (type === "full" || !alt || alt !== reference) value += tracker.move(reference + "]");
	else if (type === "shortcut") value = value.slice(0, -1);
	else value += tracker.move("]");
	return value;
}
/**
* Peek at this node.
*
* @returns {string}
*   Start of the serialized markdown.
*/
function imageReferencePeek() {
	return "!";
}
// node_modules/mdast-util-to-markdown/lib/handle/inline-code.js
/**
* @import {State} from 'mdast-util-to-markdown'
* @import {InlineCode, Parents} from 'mdast'
*/
inlineCode.peek = inlineCodePeek;
/**
* Serialize an inline code node.
*
* @param {InlineCode} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @returns {string}
*   Serialized markdown.
*/
function inlineCode(node, _, state) {
	let value = node.value || "";
	let sequence = "`";
	let index = -1;
	while (new RegExp("(^|[^`])" + sequence + "([^`]|$)").test(value)) sequence += "`";
	if (/[^\n\r ]/.test(value) && (/^[\n\r ]/.test(value) && /[\n\r ]$/.test(value) || /^`|`$/.test(value))) value = " " + value + " ";
	while (++index < state.unsafe.length) {
		const pattern = state.unsafe[index];
		const expression = state.compilePattern(pattern);
		if (!pattern.atBreak) continue;
		/** @type {RegExpExecArray | null} */
		let match;
		while (match = expression.exec(value)) {
			let position = match.index;
			if (value.charCodeAt(position) === 10 && value.charCodeAt(position - 1) === 13) position--;
			value = value.slice(0, position) + " " + value.slice(match.index + 1);
		}
	}
	return sequence + value + sequence;
}
/**
* Peek at this node.
*
* @returns {string}
*   Start of the serialized markdown.
*/
function inlineCodePeek() {
	return "`";
}
// node_modules/mdast-util-to-markdown/lib/util/format-link-as-autolink.js
/**
* @import {State} from 'mdast-util-to-markdown'
* @import {Link} from 'mdast'
*/
/**
* Checks if a link can be formatted as an autolink.
*
* @param {Link} node
*   Node to check.
* @param {State} state
*   Info passed around.
* @returns {boolean}
*   Whether the link can be formatted as an autolink.
*/
function formatLinkAsAutolink(node, state) {
	const raw = toString(node);
	return Boolean(!state.options.resourceLink && node.url && !node.title && node.children && node.children.length === 1 && node.children[0].type === "text" && (raw === node.url || "mailto:" + raw === node.url) && /^[a-z][+\-.a-z]+:/i.test(node.url) && !/[\0- <>\u007F]/.test(node.url));
}
// node_modules/mdast-util-to-markdown/lib/handle/link.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Link, Parents} from 'mdast'
* @import {Exit} from '../types.js'
*/
link.peek = linkPeek;
/**
* Serialize a link node.
*
* @param {Link} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function link(node, _, state, info) {
	const quote = checkQuote(state);
	const suffix = quote === "\"" ? "Quote" : "Apostrophe";
	const tracker = state.createTracker(info);
	if (formatLinkAsAutolink(node, state)) {
		const stack = state.stack;
		state.stack = stack.filter(function(d) {
			return d !== "phrasing";
		});
		const exit = state.enter("autolink");
		let value = tracker.move("<");
		value += tracker.move(state.containerPhrasing(node, {
			before: value,
			after: ">",
			...tracker.current()
		}));
		value += tracker.move(">");
		exit();
		state.stack = stack;
		return value;
	}
	const exit = state.enter("link");
	let subexit = state.enter("label");
	let value = tracker.move("[");
	const text = state.containerPhrasing(node, {
		before: value,
		after: "](",
		...tracker.current()
	});
	value += tracker.move(text);
	subexit();
	value += tracker.move("](");
	const enclose = /[\0- \u007F]/.test(node.url);
	const last = info.before.charAt(info.before.length - 1);
	let title = node.title || void 0;
	if (!title && !enclose && (last === "\n" || last === "\r")) {
		let index = 0;
		while (index < text.length && text.charCodeAt(index) !== 93) index += text.charCodeAt(index) === 92 ? 2 : 1;
		if (text.charCodeAt(index + 1) === 58) title = "";
	}
	if (!node.url && typeof title === "string" || enclose) {
		subexit = state.enter("destinationLiteral");
		value += tracker.move("<");
		value += tracker.move(state.safe(node.url, {
			before: value,
			after: ">",
			...tracker.current()
		}));
		value += tracker.move(">");
	} else {
		subexit = state.enter("destinationRaw");
		value += tracker.move(state.safe(node.url, {
			before: value,
			after: typeof title === "string" ? " " : ")",
			...tracker.current()
		}));
	}
	subexit();
	if (typeof title === "string") {
		subexit = state.enter(`title${suffix}`);
		value += tracker.move(" " + quote);
		value += tracker.move(state.safe(title, {
			before: value,
			after: quote,
			...tracker.current()
		}));
		value += tracker.move(quote);
		subexit();
	}
	value += tracker.move(")");
	exit();
	return value;
}
/**
* Peek at this node.
*
* @param {Link} node
*   Node to peek at.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @returns {string}
*   Start of the serialized markdown.
*/
function linkPeek(node, _, state) {
	return formatLinkAsAutolink(node, state) ? "<" : "[";
}
// node_modules/mdast-util-to-markdown/lib/handle/link-reference.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {LinkReference, Parents} from 'mdast'
*/
linkReference.peek = linkReferencePeek;
/**
* Serialize a link reference node.
*
* @param {LinkReference} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function linkReference(node, _, state, info) {
	const type = node.referenceType;
	const exit = state.enter("linkReference");
	let subexit = state.enter("label");
	const tracker = state.createTracker(info);
	let value = tracker.move("[");
	const text = state.containerPhrasing(node, {
		before: value,
		after: "]",
		...tracker.current()
	});
	value += tracker.move(text + "][");
	subexit();
	const stack = state.stack;
	state.stack = stack.filter(function(d) {
		return d !== "phrasing";
	});
	subexit = state.enter("reference");
	const reference = state.safe(state.associationId(node), {
		before: value,
		after: "]",
		...tracker.current()
	});
	subexit();
	state.stack = stack;
	exit();
	if (type === "full" || !text || text !== reference) value += tracker.move(reference + "]");
	else if (type === "shortcut") value = value.slice(0, -1);
	else value += tracker.move("]");
	return value;
}
/**
* Peek at this node.
*
* @returns {string}
*   Start of the serialized markdown.
*/
function linkReferencePeek() {
	return "[";
}
// node_modules/mdast-util-to-markdown/lib/util/check-bullet.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred list bullet option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['bullet'], null | undefined>}
*   Preferred list bullet.
*/
function checkBullet(state) {
	const marker = state.options.bullet || "*";
	if (marker !== "*" && marker !== "+" && marker !== "-") throw new Error("Cannot serialize items with `" + marker + "` for `options.bullet`, expected `*`, `+`, or `-`");
	return marker;
}
// node_modules/mdast-util-to-markdown/lib/util/check-bullet-other.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred alternate list bullet option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['bullet'], null | undefined>}
*   Preferred alternate list bullet.
*/
function checkBulletOther(state) {
	const bullet = checkBullet(state);
	const bulletOther = state.options.bulletOther;
	if (!bulletOther) return bullet === "*" ? "-" : "*";
	if (bulletOther !== "*" && bulletOther !== "+" && bulletOther !== "-") throw new Error("Cannot serialize items with `" + bulletOther + "` for `options.bulletOther`, expected `*`, `+`, or `-`");
	if (bulletOther === bullet) throw new Error("Expected `bullet` (`" + bullet + "`) and `bulletOther` (`" + bulletOther + "`) to be different");
	return bulletOther;
}
// node_modules/mdast-util-to-markdown/lib/util/check-bullet-ordered.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred ordered list bullet option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['bulletOrdered'], null | undefined>}
*   Preferred ordered list bullet.
*/
function checkBulletOrdered(state) {
	const marker = state.options.bulletOrdered || ".";
	if (marker !== "." && marker !== ")") throw new Error("Cannot serialize items with `" + marker + "` for `options.bulletOrdered`, expected `.` or `)`");
	return marker;
}
// node_modules/mdast-util-to-markdown/lib/util/check-rule.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred rule option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['rule'], null | undefined>}
*   Preferred rule marker.
*/
function checkRule(state) {
	const marker = state.options.rule || "*";
	if (marker !== "*" && marker !== "-" && marker !== "_") throw new Error("Cannot serialize rules with `" + marker + "` for `options.rule`, expected `*`, `-`, or `_`");
	return marker;
}
// node_modules/mdast-util-to-markdown/lib/handle/list.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {List, Parents} from 'mdast'
*/
/**
* Serialize a list node.
*
* @param {List} node
*   Node to serialize.
* @param {Parents | undefined} parent
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function list$1(node, parent, state, info) {
	const exit = state.enter("list");
	const bulletCurrent = state.bulletCurrent;
	/** @type {string} */
	let bullet = node.ordered ? checkBulletOrdered(state) : checkBullet(state);
	/** @type {string} */
	const bulletOther = node.ordered ? bullet === "." ? ")" : "." : checkBulletOther(state);
	let useDifferentMarker = parent && state.bulletLastUsed ? bullet === state.bulletLastUsed : false;
	if (!node.ordered) {
		const firstListItem = node.children ? node.children[0] : void 0;
		if ((bullet === "*" || bullet === "-") && firstListItem && (!firstListItem.children || !firstListItem.children[0]) && state.stack[state.stack.length - 1] === "list" && state.stack[state.stack.length - 2] === "listItem" && state.stack[state.stack.length - 3] === "list" && state.stack[state.stack.length - 4] === "listItem" && state.indexStack[state.indexStack.length - 1] === 0 && state.indexStack[state.indexStack.length - 2] === 0 && state.indexStack[state.indexStack.length - 3] === 0) useDifferentMarker = true;
		if (checkRule(state) === bullet && firstListItem) {
			let index = -1;
			while (++index < node.children.length) {
				const item = node.children[index];
				if (item && item.type === "listItem" && item.children && item.children[0] && item.children[0].type === "thematicBreak") {
					useDifferentMarker = true;
					break;
				}
			}
		}
	}
	if (useDifferentMarker) bullet = bulletOther;
	state.bulletCurrent = bullet;
	const value = state.containerFlow(node, info);
	state.bulletLastUsed = bullet;
	state.bulletCurrent = bulletCurrent;
	exit();
	return value;
}
// node_modules/mdast-util-to-markdown/lib/util/check-list-item-indent.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred list item indent option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['listItemIndent'], null | undefined>}
*   Preferred list item indent.
*/
function checkListItemIndent(state) {
	const style = state.options.listItemIndent || "one";
	if (style !== "tab" && style !== "one" && style !== "mixed") throw new Error("Cannot serialize items with `" + style + "` for `options.listItemIndent`, expected `tab`, `one`, or `mixed`");
	return style;
}
// node_modules/mdast-util-to-markdown/lib/handle/list-item.js
/**
* @import {Info, Map, State} from 'mdast-util-to-markdown'
* @import {ListItem, Parents} from 'mdast'
*/
/**
* Serialize a list item node.
*
* @param {ListItem} node
*   Node to serialize.
* @param {Parents | undefined} parent
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function listItem(node, parent, state, info) {
	const listItemIndent = checkListItemIndent(state);
	let bullet = state.bulletCurrent || checkBullet(state);
	if (parent && parent.type === "list" && parent.ordered) bullet = (typeof parent.start === "number" && parent.start > -1 ? parent.start : 1) + (state.options.incrementListMarker === false ? 0 : parent.children.indexOf(node)) + bullet;
	let size = bullet.length + 1;
	if (listItemIndent === "tab" || listItemIndent === "mixed" && (parent && parent.type === "list" && parent.spread || node.spread)) size = Math.ceil(size / 4) * 4;
	const tracker = state.createTracker(info);
	tracker.move(bullet + " ".repeat(size - bullet.length));
	tracker.shift(size);
	const exit = state.enter("listItem");
	const value = state.indentLines(state.containerFlow(node, tracker.current()), map);
	exit();
	return value;
	/**
	* Indent lines of the list item.
	*
	* @type {Map}
	*/
	function map(line, index, blank) {
		if (index) return (blank ? "" : " ".repeat(size)) + line;
		return (blank ? bullet : bullet + " ".repeat(size - bullet.length)) + line;
	}
}
// node_modules/mdast-util-to-markdown/lib/handle/paragraph.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Paragraph, Parents} from 'mdast'
*/
/**
* Serialize a paragraph node.
*
* @param {Paragraph} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function paragraph(node, _, state, info) {
	const exit = state.enter("paragraph");
	const subexit = state.enter("phrasing");
	const value = state.containerPhrasing(node, info);
	subexit();
	exit();
	return value;
}
// node_modules/mdast-util-to-markdown/lib/handle/root.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Parents, Root} from 'mdast'
*/
/**
* Serialize a root node.
*
* @param {Root} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function root(node, _, state, info) {
	if (!node.children.some(function(d) {
		return phrasing$1(d);
	})) return state.containerFlow(node, info);
	const exit = state.enter("phrasing");
	const value = state.containerPhrasing(node, info);
	exit();
	return value;
}
// node_modules/mdast-util-to-markdown/lib/util/check-strong.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred strong option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['strong'], null | undefined>}
*   Preferred strong marker.
*/
function checkStrong(state) {
	const marker = state.options.strong || "*";
	if (marker !== "*" && marker !== "_") throw new Error("Cannot serialize strong with `" + marker + "` for `options.strong`, expected `*`, or `_`");
	return marker;
}
// node_modules/mdast-util-to-markdown/lib/handle/strong.js
/**
* @import {AttentionInfo, Info, State} from 'mdast-util-to-markdown'
* @import {Parents, Strong} from 'mdast'
*/
strong.attention = attention;
strong.peek = peek;
/**
* Serialize a strong node.
*
* Attention is properly handled by `containerPhrasing`.
*
* @param {Strong} node
*   Node to serialize.
* @param {Parents | undefined} _
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function strong(node, _, state, info) {
	const exit = state.enter("phrasing");
	const item = attentionItem(node, attention, state, state.createTracker(info));
	const value = item ? serialize([item], info.before, info.after) : "";
	exit();
	return value;
}
/**
* Serialize a strong node as attention.
*
* @param {Strong} _
*   Node to serialize.
* @param {State} state
*   Info passed around.
* @returns {AttentionInfo}
*   Info on how to serialize the node.
*/
function attention(_, state) {
	return {
		construct: "strong",
		markers: checkStrong(state) === "*" ? ["*", "_"] : ["_", "*"],
		sizes: [2]
	};
}
/**
* Peek at this node.
*
* @param {Strong} _
*   Node to serialize.
* @param {Parents | undefined} _1
*   Parent node.
* @param {State} state
*   Info passed around.
* @returns {string}
*   Start of the serialized markdown.
*/
function peek(_, _1, state) {
	return state.options.strong || "*";
}
// node_modules/mdast-util-to-markdown/lib/handle/text.js
/**
* @import {Info, State} from 'mdast-util-to-markdown'
* @import {Parents, Text} from 'mdast'
*/
/**
* Serialize a text node.
*
* @param {Text} node
*   Node to serialize.
* @param {Parents | undefined} parent
*   Parent node.
* @param {State} state
*   Info passed around.
* @param {Info} info
*   Info on surrounding context.
* @returns {string}
*   Serialized markdown.
*/
function text(node, parent, state, info) {
	/* c8 ignore next -- parent always passed */
	const siblings = parent ? parent.children : [];
	const index = state.indexStack[state.indexStack.length - 1];
	return state.safe(node.value, {
		...info,
		afterNode: siblings[index + 1],
		beforeNode: siblings[index - 1]
	});
}
// node_modules/mdast-util-to-markdown/lib/util/check-rule-repetition.js
/**
* @import {Options, State} from 'mdast-util-to-markdown'
*/
/**
* Checks the preferred rule repetition option.
*
* @param {State} state
*   Info passed around.
* @returns {Exclude<Options['ruleRepetition'], null | undefined>}
*   Preferred rule repetition.
*/
function checkRuleRepetition(state) {
	const repetition = state.options.ruleRepetition || 3;
	if (repetition < 3) throw new Error("Cannot serialize rules with repetition `" + repetition + "` for `options.ruleRepetition`, expected `3` or more");
	return repetition;
}
// node_modules/mdast-util-to-markdown/lib/handle/thematic-break.js
/**
* @import {State} from 'mdast-util-to-markdown'
* @import {Parents, ThematicBreak} from 'mdast'
*/
/**
* Serialize a thematic break node.
*
* @param {ThematicBreak} _
*   Node to serialize.
* @param {Parents | undefined} _1
*   Parent node.
* @param {State} state
*   Info passed around.
* @returns {string}
*   Serialized markdown.
*/
function thematicBreak(_, _1, state) {
	const value = (checkRule(state) + (state.options.ruleSpaces ? " " : "")).repeat(checkRuleRepetition(state));
	return state.options.ruleSpaces ? value.slice(0, -1) : value;
}
// node_modules/mdast-util-to-markdown/lib/handle/index.js
/**
* Default (CommonMark) handlers.
*/
const handle = {
	blockquote,
	break: hardBreak,
	code: code$1,
	definition,
	emphasis,
	hardBreak,
	heading,
	html,
	image,
	imageReference,
	inlineCode,
	link,
	linkReference,
	list: list$1,
	listItem,
	paragraph,
	root,
	strong,
	text,
	thematicBreak
};
// node_modules/mdast-util-to-markdown/lib/join.js
/**
* @import {Join} from 'mdast-util-to-markdown'
*/
/** @type {Array<Join>} */
const join$1 = [joinDefaults];
/**
* Default join function.
*
* @type {Join}
*/
function joinDefaults(left, right, parent, state) {
	if (right.type === "code" && formatCodeAsIndented(right, state) && (left.type === "list" || left.type === right.type && formatCodeAsIndented(left, state))) return false;
	if ("spread" in parent && typeof parent.spread === "boolean") {
		if (parent.spread) return 1;
		if (left.type === "html") {
			const kind = htmlKind(left.value);
			if (kind === void 0 || kind === 6 || kind === 7) return 1;
		}
		if (left.type === "blockquote" && right.type === "blockquote") return 1;
		if ((left.type === "definition" || left.type === "paragraph") && right.type === "list" && (right.ordered && typeof right.start === "number" && right.start !== 1 || right.children.length > 0 && right.children[0].children.length === 0)) return 1;
		if (left.type === "paragraph" && right.type === "thematicBreak" && checkRule(state) === "-" && !state.options.ruleSpaces) return 1;
		let tail = left;
		while ((tail.type === "blockquote" || tail.type === "list" || tail.type === "listItem") && tail.children.length > 0) tail = tail.children[tail.children.length - 1];
		if (tail.type !== "definition" && tail.type !== "paragraph") return 0;
		if (right.type === "code" && formatCodeAsIndented(right, state)) return 1;
		if (right.type === "html") {
			const kind = htmlKind(right.value);
			if (kind === void 0 || kind === 7) return 1;
		}
		if ((left.type === "paragraph" || left !== tail) && (right.type === "definition" || right.type === "heading" && formatHeadingAsSetext$1(right, state) || right.type === "paragraph")) return 1;
		return 0;
	}
}
// node_modules/mdast-util-to-markdown/lib/unsafe.js
/**
* @import {ConstructName, Unsafe} from 'mdast-util-to-markdown'
*/
/**
* List of constructs that occur in phrasing (paragraphs, headings), but cannot
* contain things like attention (emphasis, strong), images, or links.
* So they sort of cancel each other out.
* Note: could use a better name.
*
* @type {Array<ConstructName>}
*/
const fullPhrasingSpans = [
	"autolink",
	"destinationLiteral",
	"destinationRaw",
	"reference",
	"titleQuote",
	"titleApostrophe"
];
/** @type {Array<Unsafe>} */
const unsafe$1 = [
	{
		character: "	",
		after: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: "	",
		before: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: "	",
		inConstruct: ["codeFencedLangGraveAccent", "codeFencedLangTilde"]
	},
	{
		character: "\r",
		inConstruct: [
			"codeFencedLangGraveAccent",
			"codeFencedLangTilde",
			"codeFencedMetaGraveAccent",
			"codeFencedMetaTilde",
			"destinationLiteral",
			"headingAtx"
		]
	},
	{
		character: "\n",
		inConstruct: [
			"codeFencedLangGraveAccent",
			"codeFencedLangTilde",
			"codeFencedMetaGraveAccent",
			"codeFencedMetaTilde",
			"destinationLiteral",
			"headingAtx"
		]
	},
	{
		character: "\r",
		before: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: "\r",
		after: "\\r",
		inConstruct: "phrasing"
	},
	{
		character: "\n",
		before: "\\n",
		inConstruct: "phrasing"
	},
	{
		character: "\n",
		after: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: " ",
		after: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: " ",
		before: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: " ",
		inConstruct: ["codeFencedLangGraveAccent", "codeFencedLangTilde"]
	},
	{
		character: "!",
		after: "\\[",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		character: "\"",
		inConstruct: "titleQuote"
	},
	{
		atBreak: true,
		character: "#"
	},
	{
		character: "#",
		inConstruct: "headingAtx",
		after: "(?:[\r\n]|$)"
	},
	{
		character: "&",
		after: "[#A-Za-z]",
		inConstruct: [
			"codeFencedLangGraveAccent",
			"codeFencedLangTilde",
			"codeFencedMetaGraveAccent",
			"codeFencedMetaTilde",
			"destinationLiteral",
			"destinationRaw",
			"phrasing",
			"titleApostrophe",
			"titleQuote"
		]
	},
	{
		character: "'",
		inConstruct: "titleApostrophe"
	},
	{
		character: "(",
		inConstruct: "destinationRaw"
	},
	{
		before: "\\]",
		character: "(",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		atBreak: true,
		before: "\\d+",
		character: ")"
	},
	{
		character: ")",
		inConstruct: "destinationRaw"
	},
	{
		atBreak: true,
		character: "*",
		after: "(?:[ 	\r\n*])"
	},
	{
		character: "*",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		atBreak: true,
		character: "+",
		after: "(?:[ 	\r\n])"
	},
	{
		atBreak: true,
		character: "-",
		after: "(?:[ 	\r\n-])"
	},
	{
		atBreak: true,
		before: "\\d+",
		character: ".",
		after: "(?:[ 	\r\n]|$)"
	},
	{
		atBreak: true,
		character: "<",
		after: "[!/?A-Za-z]"
	},
	{
		character: "<",
		after: "[!/?A-Za-z]",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		character: "<",
		inConstruct: "destinationLiteral"
	},
	{
		atBreak: true,
		character: "="
	},
	{
		atBreak: true,
		character: ">"
	},
	{
		character: ">",
		inConstruct: "destinationLiteral"
	},
	{
		atBreak: true,
		character: "["
	},
	{
		character: "[",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		character: "[",
		inConstruct: ["label", "reference"]
	},
	{
		character: "\\",
		after: "[\\r\\n]",
		inConstruct: "phrasing"
	},
	{
		character: "]",
		inConstruct: ["label", "reference"]
	},
	{
		atBreak: true,
		character: "_"
	},
	{
		character: "_",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		atBreak: true,
		character: "`"
	},
	{
		character: "`",
		inConstruct: ["codeFencedLangGraveAccent", "codeFencedMetaGraveAccent"]
	},
	{
		character: "`",
		inConstruct: "phrasing",
		notInConstruct: fullPhrasingSpans
	},
	{
		atBreak: true,
		character: "~"
	},
	{
		character: "<",
		inConstruct: "autolink"
	},
	{
		character: ">",
		inConstruct: "autolink"
	},
	{
		character: "",
		inConstruct: "autolink"
	}
];
let code = -1;
while (++code < 33) unsafe$1.push({
	character: String.fromCharCode(code),
	inConstruct: "autolink"
});
// node_modules/character-entities/index.js
/**
* Map of named character references.
*
* @type {Record<string, string>}
*/
const characterEntities = {
	AElig: "Æ",
	AMP: "&",
	Aacute: "Á",
	Abreve: "Ă",
	Acirc: "Â",
	Acy: "А",
	Afr: "𝔄",
	Agrave: "À",
	Alpha: "Α",
	Amacr: "Ā",
	And: "⩓",
	Aogon: "Ą",
	Aopf: "𝔸",
	ApplyFunction: "⁡",
	Aring: "Å",
	Ascr: "𝒜",
	Assign: "≔",
	Atilde: "Ã",
	Auml: "Ä",
	Backslash: "∖",
	Barv: "⫧",
	Barwed: "⌆",
	Bcy: "Б",
	Because: "∵",
	Bernoullis: "ℬ",
	Beta: "Β",
	Bfr: "𝔅",
	Bopf: "𝔹",
	Breve: "˘",
	Bscr: "ℬ",
	Bumpeq: "≎",
	CHcy: "Ч",
	COPY: "©",
	Cacute: "Ć",
	Cap: "⋒",
	CapitalDifferentialD: "ⅅ",
	Cayleys: "ℭ",
	Ccaron: "Č",
	Ccedil: "Ç",
	Ccirc: "Ĉ",
	Cconint: "∰",
	Cdot: "Ċ",
	Cedilla: "¸",
	CenterDot: "·",
	Cfr: "ℭ",
	Chi: "Χ",
	CircleDot: "⊙",
	CircleMinus: "⊖",
	CirclePlus: "⊕",
	CircleTimes: "⊗",
	ClockwiseContourIntegral: "∲",
	CloseCurlyDoubleQuote: "”",
	CloseCurlyQuote: "’",
	Colon: "∷",
	Colone: "⩴",
	Congruent: "≡",
	Conint: "∯",
	ContourIntegral: "∮",
	Copf: "ℂ",
	Coproduct: "∐",
	CounterClockwiseContourIntegral: "∳",
	Cross: "⨯",
	Cscr: "𝒞",
	Cup: "⋓",
	CupCap: "≍",
	DD: "ⅅ",
	DDotrahd: "⤑",
	DJcy: "Ђ",
	DScy: "Ѕ",
	DZcy: "Џ",
	Dagger: "‡",
	Darr: "↡",
	Dashv: "⫤",
	Dcaron: "Ď",
	Dcy: "Д",
	Del: "∇",
	Delta: "Δ",
	Dfr: "𝔇",
	DiacriticalAcute: "´",
	DiacriticalDot: "˙",
	DiacriticalDoubleAcute: "˝",
	DiacriticalGrave: "`",
	DiacriticalTilde: "˜",
	Diamond: "⋄",
	DifferentialD: "ⅆ",
	Dopf: "𝔻",
	Dot: "¨",
	DotDot: "⃜",
	DotEqual: "≐",
	DoubleContourIntegral: "∯",
	DoubleDot: "¨",
	DoubleDownArrow: "⇓",
	DoubleLeftArrow: "⇐",
	DoubleLeftRightArrow: "⇔",
	DoubleLeftTee: "⫤",
	DoubleLongLeftArrow: "⟸",
	DoubleLongLeftRightArrow: "⟺",
	DoubleLongRightArrow: "⟹",
	DoubleRightArrow: "⇒",
	DoubleRightTee: "⊨",
	DoubleUpArrow: "⇑",
	DoubleUpDownArrow: "⇕",
	DoubleVerticalBar: "∥",
	DownArrow: "↓",
	DownArrowBar: "⤓",
	DownArrowUpArrow: "⇵",
	DownBreve: "̑",
	DownLeftRightVector: "⥐",
	DownLeftTeeVector: "⥞",
	DownLeftVector: "↽",
	DownLeftVectorBar: "⥖",
	DownRightTeeVector: "⥟",
	DownRightVector: "⇁",
	DownRightVectorBar: "⥗",
	DownTee: "⊤",
	DownTeeArrow: "↧",
	Downarrow: "⇓",
	Dscr: "𝒟",
	Dstrok: "Đ",
	ENG: "Ŋ",
	ETH: "Ð",
	Eacute: "É",
	Ecaron: "Ě",
	Ecirc: "Ê",
	Ecy: "Э",
	Edot: "Ė",
	Efr: "𝔈",
	Egrave: "È",
	Element: "∈",
	Emacr: "Ē",
	EmptySmallSquare: "◻",
	EmptyVerySmallSquare: "▫",
	Eogon: "Ę",
	Eopf: "𝔼",
	Epsilon: "Ε",
	Equal: "⩵",
	EqualTilde: "≂",
	Equilibrium: "⇌",
	Escr: "ℰ",
	Esim: "⩳",
	Eta: "Η",
	Euml: "Ë",
	Exists: "∃",
	ExponentialE: "ⅇ",
	Fcy: "Ф",
	Ffr: "𝔉",
	FilledSmallSquare: "◼",
	FilledVerySmallSquare: "▪",
	Fopf: "𝔽",
	ForAll: "∀",
	Fouriertrf: "ℱ",
	Fscr: "ℱ",
	GJcy: "Ѓ",
	GT: ">",
	Gamma: "Γ",
	Gammad: "Ϝ",
	Gbreve: "Ğ",
	Gcedil: "Ģ",
	Gcirc: "Ĝ",
	Gcy: "Г",
	Gdot: "Ġ",
	Gfr: "𝔊",
	Gg: "⋙",
	Gopf: "𝔾",
	GreaterEqual: "≥",
	GreaterEqualLess: "⋛",
	GreaterFullEqual: "≧",
	GreaterGreater: "⪢",
	GreaterLess: "≷",
	GreaterSlantEqual: "⩾",
	GreaterTilde: "≳",
	Gscr: "𝒢",
	Gt: "≫",
	HARDcy: "Ъ",
	Hacek: "ˇ",
	Hat: "^",
	Hcirc: "Ĥ",
	Hfr: "ℌ",
	HilbertSpace: "ℋ",
	Hopf: "ℍ",
	HorizontalLine: "─",
	Hscr: "ℋ",
	Hstrok: "Ħ",
	HumpDownHump: "≎",
	HumpEqual: "≏",
	IEcy: "Е",
	IJlig: "Ĳ",
	IOcy: "Ё",
	Iacute: "Í",
	Icirc: "Î",
	Icy: "И",
	Idot: "İ",
	Ifr: "ℑ",
	Igrave: "Ì",
	Im: "ℑ",
	Imacr: "Ī",
	ImaginaryI: "ⅈ",
	Implies: "⇒",
	Int: "∬",
	Integral: "∫",
	Intersection: "⋂",
	InvisibleComma: "⁣",
	InvisibleTimes: "⁢",
	Iogon: "Į",
	Iopf: "𝕀",
	Iota: "Ι",
	Iscr: "ℐ",
	Itilde: "Ĩ",
	Iukcy: "І",
	Iuml: "Ï",
	Jcirc: "Ĵ",
	Jcy: "Й",
	Jfr: "𝔍",
	Jopf: "𝕁",
	Jscr: "𝒥",
	Jsercy: "Ј",
	Jukcy: "Є",
	KHcy: "Х",
	KJcy: "Ќ",
	Kappa: "Κ",
	Kcedil: "Ķ",
	Kcy: "К",
	Kfr: "𝔎",
	Kopf: "𝕂",
	Kscr: "𝒦",
	LJcy: "Љ",
	LT: "<",
	Lacute: "Ĺ",
	Lambda: "Λ",
	Lang: "⟪",
	Laplacetrf: "ℒ",
	Larr: "↞",
	Lcaron: "Ľ",
	Lcedil: "Ļ",
	Lcy: "Л",
	LeftAngleBracket: "⟨",
	LeftArrow: "←",
	LeftArrowBar: "⇤",
	LeftArrowRightArrow: "⇆",
	LeftCeiling: "⌈",
	LeftDoubleBracket: "⟦",
	LeftDownTeeVector: "⥡",
	LeftDownVector: "⇃",
	LeftDownVectorBar: "⥙",
	LeftFloor: "⌊",
	LeftRightArrow: "↔",
	LeftRightVector: "⥎",
	LeftTee: "⊣",
	LeftTeeArrow: "↤",
	LeftTeeVector: "⥚",
	LeftTriangle: "⊲",
	LeftTriangleBar: "⧏",
	LeftTriangleEqual: "⊴",
	LeftUpDownVector: "⥑",
	LeftUpTeeVector: "⥠",
	LeftUpVector: "↿",
	LeftUpVectorBar: "⥘",
	LeftVector: "↼",
	LeftVectorBar: "⥒",
	Leftarrow: "⇐",
	Leftrightarrow: "⇔",
	LessEqualGreater: "⋚",
	LessFullEqual: "≦",
	LessGreater: "≶",
	LessLess: "⪡",
	LessSlantEqual: "⩽",
	LessTilde: "≲",
	Lfr: "𝔏",
	Ll: "⋘",
	Lleftarrow: "⇚",
	Lmidot: "Ŀ",
	LongLeftArrow: "⟵",
	LongLeftRightArrow: "⟷",
	LongRightArrow: "⟶",
	Longleftarrow: "⟸",
	Longleftrightarrow: "⟺",
	Longrightarrow: "⟹",
	Lopf: "𝕃",
	LowerLeftArrow: "↙",
	LowerRightArrow: "↘",
	Lscr: "ℒ",
	Lsh: "↰",
	Lstrok: "Ł",
	Lt: "≪",
	Map: "⤅",
	Mcy: "М",
	MediumSpace: " ",
	Mellintrf: "ℳ",
	Mfr: "𝔐",
	MinusPlus: "∓",
	Mopf: "𝕄",
	Mscr: "ℳ",
	Mu: "Μ",
	NJcy: "Њ",
	Nacute: "Ń",
	Ncaron: "Ň",
	Ncedil: "Ņ",
	Ncy: "Н",
	NegativeMediumSpace: "​",
	NegativeThickSpace: "​",
	NegativeThinSpace: "​",
	NegativeVeryThinSpace: "​",
	NestedGreaterGreater: "≫",
	NestedLessLess: "≪",
	NewLine: "\n",
	Nfr: "𝔑",
	NoBreak: "⁠",
	NonBreakingSpace: "\xA0",
	Nopf: "ℕ",
	Not: "⫬",
	NotCongruent: "≢",
	NotCupCap: "≭",
	NotDoubleVerticalBar: "∦",
	NotElement: "∉",
	NotEqual: "≠",
	NotEqualTilde: "≂̸",
	NotExists: "∄",
	NotGreater: "≯",
	NotGreaterEqual: "≱",
	NotGreaterFullEqual: "≧̸",
	NotGreaterGreater: "≫̸",
	NotGreaterLess: "≹",
	NotGreaterSlantEqual: "⩾̸",
	NotGreaterTilde: "≵",
	NotHumpDownHump: "≎̸",
	NotHumpEqual: "≏̸",
	NotLeftTriangle: "⋪",
	NotLeftTriangleBar: "⧏̸",
	NotLeftTriangleEqual: "⋬",
	NotLess: "≮",
	NotLessEqual: "≰",
	NotLessGreater: "≸",
	NotLessLess: "≪̸",
	NotLessSlantEqual: "⩽̸",
	NotLessTilde: "≴",
	NotNestedGreaterGreater: "⪢̸",
	NotNestedLessLess: "⪡̸",
	NotPrecedes: "⊀",
	NotPrecedesEqual: "⪯̸",
	NotPrecedesSlantEqual: "⋠",
	NotReverseElement: "∌",
	NotRightTriangle: "⋫",
	NotRightTriangleBar: "⧐̸",
	NotRightTriangleEqual: "⋭",
	NotSquareSubset: "⊏̸",
	NotSquareSubsetEqual: "⋢",
	NotSquareSuperset: "⊐̸",
	NotSquareSupersetEqual: "⋣",
	NotSubset: "⊂⃒",
	NotSubsetEqual: "⊈",
	NotSucceeds: "⊁",
	NotSucceedsEqual: "⪰̸",
	NotSucceedsSlantEqual: "⋡",
	NotSucceedsTilde: "≿̸",
	NotSuperset: "⊃⃒",
	NotSupersetEqual: "⊉",
	NotTilde: "≁",
	NotTildeEqual: "≄",
	NotTildeFullEqual: "≇",
	NotTildeTilde: "≉",
	NotVerticalBar: "∤",
	Nscr: "𝒩",
	Ntilde: "Ñ",
	Nu: "Ν",
	OElig: "Œ",
	Oacute: "Ó",
	Ocirc: "Ô",
	Ocy: "О",
	Odblac: "Ő",
	Ofr: "𝔒",
	Ograve: "Ò",
	Omacr: "Ō",
	Omega: "Ω",
	Omicron: "Ο",
	Oopf: "𝕆",
	OpenCurlyDoubleQuote: "“",
	OpenCurlyQuote: "‘",
	Or: "⩔",
	Oscr: "𝒪",
	Oslash: "Ø",
	Otilde: "Õ",
	Otimes: "⨷",
	Ouml: "Ö",
	OverBar: "‾",
	OverBrace: "⏞",
	OverBracket: "⎴",
	OverParenthesis: "⏜",
	PartialD: "∂",
	Pcy: "П",
	Pfr: "𝔓",
	Phi: "Φ",
	Pi: "Π",
	PlusMinus: "±",
	Poincareplane: "ℌ",
	Popf: "ℙ",
	Pr: "⪻",
	Precedes: "≺",
	PrecedesEqual: "⪯",
	PrecedesSlantEqual: "≼",
	PrecedesTilde: "≾",
	Prime: "″",
	Product: "∏",
	Proportion: "∷",
	Proportional: "∝",
	Pscr: "𝒫",
	Psi: "Ψ",
	QUOT: "\"",
	Qfr: "𝔔",
	Qopf: "ℚ",
	Qscr: "𝒬",
	RBarr: "⤐",
	REG: "®",
	Racute: "Ŕ",
	Rang: "⟫",
	Rarr: "↠",
	Rarrtl: "⤖",
	Rcaron: "Ř",
	Rcedil: "Ŗ",
	Rcy: "Р",
	Re: "ℜ",
	ReverseElement: "∋",
	ReverseEquilibrium: "⇋",
	ReverseUpEquilibrium: "⥯",
	Rfr: "ℜ",
	Rho: "Ρ",
	RightAngleBracket: "⟩",
	RightArrow: "→",
	RightArrowBar: "⇥",
	RightArrowLeftArrow: "⇄",
	RightCeiling: "⌉",
	RightDoubleBracket: "⟧",
	RightDownTeeVector: "⥝",
	RightDownVector: "⇂",
	RightDownVectorBar: "⥕",
	RightFloor: "⌋",
	RightTee: "⊢",
	RightTeeArrow: "↦",
	RightTeeVector: "⥛",
	RightTriangle: "⊳",
	RightTriangleBar: "⧐",
	RightTriangleEqual: "⊵",
	RightUpDownVector: "⥏",
	RightUpTeeVector: "⥜",
	RightUpVector: "↾",
	RightUpVectorBar: "⥔",
	RightVector: "⇀",
	RightVectorBar: "⥓",
	Rightarrow: "⇒",
	Ropf: "ℝ",
	RoundImplies: "⥰",
	Rrightarrow: "⇛",
	Rscr: "ℛ",
	Rsh: "↱",
	RuleDelayed: "⧴",
	SHCHcy: "Щ",
	SHcy: "Ш",
	SOFTcy: "Ь",
	Sacute: "Ś",
	Sc: "⪼",
	Scaron: "Š",
	Scedil: "Ş",
	Scirc: "Ŝ",
	Scy: "С",
	Sfr: "𝔖",
	ShortDownArrow: "↓",
	ShortLeftArrow: "←",
	ShortRightArrow: "→",
	ShortUpArrow: "↑",
	Sigma: "Σ",
	SmallCircle: "∘",
	Sopf: "𝕊",
	Sqrt: "√",
	Square: "□",
	SquareIntersection: "⊓",
	SquareSubset: "⊏",
	SquareSubsetEqual: "⊑",
	SquareSuperset: "⊐",
	SquareSupersetEqual: "⊒",
	SquareUnion: "⊔",
	Sscr: "𝒮",
	Star: "⋆",
	Sub: "⋐",
	Subset: "⋐",
	SubsetEqual: "⊆",
	Succeeds: "≻",
	SucceedsEqual: "⪰",
	SucceedsSlantEqual: "≽",
	SucceedsTilde: "≿",
	SuchThat: "∋",
	Sum: "∑",
	Sup: "⋑",
	Superset: "⊃",
	SupersetEqual: "⊇",
	Supset: "⋑",
	THORN: "Þ",
	TRADE: "™",
	TSHcy: "Ћ",
	TScy: "Ц",
	Tab: "	",
	Tau: "Τ",
	Tcaron: "Ť",
	Tcedil: "Ţ",
	Tcy: "Т",
	Tfr: "𝔗",
	Therefore: "∴",
	Theta: "Θ",
	ThickSpace: "  ",
	ThinSpace: " ",
	Tilde: "∼",
	TildeEqual: "≃",
	TildeFullEqual: "≅",
	TildeTilde: "≈",
	Topf: "𝕋",
	TripleDot: "⃛",
	Tscr: "𝒯",
	Tstrok: "Ŧ",
	Uacute: "Ú",
	Uarr: "↟",
	Uarrocir: "⥉",
	Ubrcy: "Ў",
	Ubreve: "Ŭ",
	Ucirc: "Û",
	Ucy: "У",
	Udblac: "Ű",
	Ufr: "𝔘",
	Ugrave: "Ù",
	Umacr: "Ū",
	UnderBar: "_",
	UnderBrace: "⏟",
	UnderBracket: "⎵",
	UnderParenthesis: "⏝",
	Union: "⋃",
	UnionPlus: "⊎",
	Uogon: "Ų",
	Uopf: "𝕌",
	UpArrow: "↑",
	UpArrowBar: "⤒",
	UpArrowDownArrow: "⇅",
	UpDownArrow: "↕",
	UpEquilibrium: "⥮",
	UpTee: "⊥",
	UpTeeArrow: "↥",
	Uparrow: "⇑",
	Updownarrow: "⇕",
	UpperLeftArrow: "↖",
	UpperRightArrow: "↗",
	Upsi: "ϒ",
	Upsilon: "Υ",
	Uring: "Ů",
	Uscr: "𝒰",
	Utilde: "Ũ",
	Uuml: "Ü",
	VDash: "⊫",
	Vbar: "⫫",
	Vcy: "В",
	Vdash: "⊩",
	Vdashl: "⫦",
	Vee: "⋁",
	Verbar: "‖",
	Vert: "‖",
	VerticalBar: "∣",
	VerticalLine: "|",
	VerticalSeparator: "❘",
	VerticalTilde: "≀",
	VeryThinSpace: " ",
	Vfr: "𝔙",
	Vopf: "𝕍",
	Vscr: "𝒱",
	Vvdash: "⊪",
	Wcirc: "Ŵ",
	Wedge: "⋀",
	Wfr: "𝔚",
	Wopf: "𝕎",
	Wscr: "𝒲",
	Xfr: "𝔛",
	Xi: "Ξ",
	Xopf: "𝕏",
	Xscr: "𝒳",
	YAcy: "Я",
	YIcy: "Ї",
	YUcy: "Ю",
	Yacute: "Ý",
	Ycirc: "Ŷ",
	Ycy: "Ы",
	Yfr: "𝔜",
	Yopf: "𝕐",
	Yscr: "𝒴",
	Yuml: "Ÿ",
	ZHcy: "Ж",
	Zacute: "Ź",
	Zcaron: "Ž",
	Zcy: "З",
	Zdot: "Ż",
	ZeroWidthSpace: "​",
	Zeta: "Ζ",
	Zfr: "ℨ",
	Zopf: "ℤ",
	Zscr: "𝒵",
	aacute: "á",
	abreve: "ă",
	ac: "∾",
	acE: "∾̳",
	acd: "∿",
	acirc: "â",
	acute: "´",
	acy: "а",
	aelig: "æ",
	af: "⁡",
	afr: "𝔞",
	agrave: "à",
	alefsym: "ℵ",
	aleph: "ℵ",
	alpha: "α",
	amacr: "ā",
	amalg: "⨿",
	amp: "&",
	and: "∧",
	andand: "⩕",
	andd: "⩜",
	andslope: "⩘",
	andv: "⩚",
	ang: "∠",
	ange: "⦤",
	angle: "∠",
	angmsd: "∡",
	angmsdaa: "⦨",
	angmsdab: "⦩",
	angmsdac: "⦪",
	angmsdad: "⦫",
	angmsdae: "⦬",
	angmsdaf: "⦭",
	angmsdag: "⦮",
	angmsdah: "⦯",
	angrt: "∟",
	angrtvb: "⊾",
	angrtvbd: "⦝",
	angsph: "∢",
	angst: "Å",
	angzarr: "⍼",
	aogon: "ą",
	aopf: "𝕒",
	ap: "≈",
	apE: "⩰",
	apacir: "⩯",
	ape: "≊",
	apid: "≋",
	apos: "'",
	approx: "≈",
	approxeq: "≊",
	aring: "å",
	ascr: "𝒶",
	ast: "*",
	asymp: "≈",
	asympeq: "≍",
	atilde: "ã",
	auml: "ä",
	awconint: "∳",
	awint: "⨑",
	bNot: "⫭",
	backcong: "≌",
	backepsilon: "϶",
	backprime: "‵",
	backsim: "∽",
	backsimeq: "⋍",
	barvee: "⊽",
	barwed: "⌅",
	barwedge: "⌅",
	bbrk: "⎵",
	bbrktbrk: "⎶",
	bcong: "≌",
	bcy: "б",
	bdquo: "„",
	becaus: "∵",
	because: "∵",
	bemptyv: "⦰",
	bepsi: "϶",
	bernou: "ℬ",
	beta: "β",
	beth: "ℶ",
	between: "≬",
	bfr: "𝔟",
	bigcap: "⋂",
	bigcirc: "◯",
	bigcup: "⋃",
	bigodot: "⨀",
	bigoplus: "⨁",
	bigotimes: "⨂",
	bigsqcup: "⨆",
	bigstar: "★",
	bigtriangledown: "▽",
	bigtriangleup: "△",
	biguplus: "⨄",
	bigvee: "⋁",
	bigwedge: "⋀",
	bkarow: "⤍",
	blacklozenge: "⧫",
	blacksquare: "▪",
	blacktriangle: "▴",
	blacktriangledown: "▾",
	blacktriangleleft: "◂",
	blacktriangleright: "▸",
	blank: "␣",
	blk12: "▒",
	blk14: "░",
	blk34: "▓",
	block: "█",
	bne: "=⃥",
	bnequiv: "≡⃥",
	bnot: "⌐",
	bopf: "𝕓",
	bot: "⊥",
	bottom: "⊥",
	bowtie: "⋈",
	boxDL: "╗",
	boxDR: "╔",
	boxDl: "╖",
	boxDr: "╓",
	boxH: "═",
	boxHD: "╦",
	boxHU: "╩",
	boxHd: "╤",
	boxHu: "╧",
	boxUL: "╝",
	boxUR: "╚",
	boxUl: "╜",
	boxUr: "╙",
	boxV: "║",
	boxVH: "╬",
	boxVL: "╣",
	boxVR: "╠",
	boxVh: "╫",
	boxVl: "╢",
	boxVr: "╟",
	boxbox: "⧉",
	boxdL: "╕",
	boxdR: "╒",
	boxdl: "┐",
	boxdr: "┌",
	boxh: "─",
	boxhD: "╥",
	boxhU: "╨",
	boxhd: "┬",
	boxhu: "┴",
	boxminus: "⊟",
	boxplus: "⊞",
	boxtimes: "⊠",
	boxuL: "╛",
	boxuR: "╘",
	boxul: "┘",
	boxur: "└",
	boxv: "│",
	boxvH: "╪",
	boxvL: "╡",
	boxvR: "╞",
	boxvh: "┼",
	boxvl: "┤",
	boxvr: "├",
	bprime: "‵",
	breve: "˘",
	brvbar: "¦",
	bscr: "𝒷",
	bsemi: "⁏",
	bsim: "∽",
	bsime: "⋍",
	bsol: "\\",
	bsolb: "⧅",
	bsolhsub: "⟈",
	bull: "•",
	bullet: "•",
	bump: "≎",
	bumpE: "⪮",
	bumpe: "≏",
	bumpeq: "≏",
	cacute: "ć",
	cap: "∩",
	capand: "⩄",
	capbrcup: "⩉",
	capcap: "⩋",
	capcup: "⩇",
	capdot: "⩀",
	caps: "∩︀",
	caret: "⁁",
	caron: "ˇ",
	ccaps: "⩍",
	ccaron: "č",
	ccedil: "ç",
	ccirc: "ĉ",
	ccups: "⩌",
	ccupssm: "⩐",
	cdot: "ċ",
	cedil: "¸",
	cemptyv: "⦲",
	cent: "¢",
	centerdot: "·",
	cfr: "𝔠",
	chcy: "ч",
	check: "✓",
	checkmark: "✓",
	chi: "χ",
	cir: "○",
	cirE: "⧃",
	circ: "ˆ",
	circeq: "≗",
	circlearrowleft: "↺",
	circlearrowright: "↻",
	circledR: "®",
	circledS: "Ⓢ",
	circledast: "⊛",
	circledcirc: "⊚",
	circleddash: "⊝",
	cire: "≗",
	cirfnint: "⨐",
	cirmid: "⫯",
	cirscir: "⧂",
	clubs: "♣",
	clubsuit: "♣",
	colon: ":",
	colone: "≔",
	coloneq: "≔",
	comma: ",",
	commat: "@",
	comp: "∁",
	compfn: "∘",
	complement: "∁",
	complexes: "ℂ",
	cong: "≅",
	congdot: "⩭",
	conint: "∮",
	copf: "𝕔",
	coprod: "∐",
	copy: "©",
	copysr: "℗",
	crarr: "↵",
	cross: "✗",
	cscr: "𝒸",
	csub: "⫏",
	csube: "⫑",
	csup: "⫐",
	csupe: "⫒",
	ctdot: "⋯",
	cudarrl: "⤸",
	cudarrr: "⤵",
	cuepr: "⋞",
	cuesc: "⋟",
	cularr: "↶",
	cularrp: "⤽",
	cup: "∪",
	cupbrcap: "⩈",
	cupcap: "⩆",
	cupcup: "⩊",
	cupdot: "⊍",
	cupor: "⩅",
	cups: "∪︀",
	curarr: "↷",
	curarrm: "⤼",
	curlyeqprec: "⋞",
	curlyeqsucc: "⋟",
	curlyvee: "⋎",
	curlywedge: "⋏",
	curren: "¤",
	curvearrowleft: "↶",
	curvearrowright: "↷",
	cuvee: "⋎",
	cuwed: "⋏",
	cwconint: "∲",
	cwint: "∱",
	cylcty: "⌭",
	dArr: "⇓",
	dHar: "⥥",
	dagger: "†",
	daleth: "ℸ",
	darr: "↓",
	dash: "‐",
	dashv: "⊣",
	dbkarow: "⤏",
	dblac: "˝",
	dcaron: "ď",
	dcy: "д",
	dd: "ⅆ",
	ddagger: "‡",
	ddarr: "⇊",
	ddotseq: "⩷",
	deg: "°",
	delta: "δ",
	demptyv: "⦱",
	dfisht: "⥿",
	dfr: "𝔡",
	dharl: "⇃",
	dharr: "⇂",
	diam: "⋄",
	diamond: "⋄",
	diamondsuit: "♦",
	diams: "♦",
	die: "¨",
	digamma: "ϝ",
	disin: "⋲",
	div: "÷",
	divide: "÷",
	divideontimes: "⋇",
	divonx: "⋇",
	djcy: "ђ",
	dlcorn: "⌞",
	dlcrop: "⌍",
	dollar: "$",
	dopf: "𝕕",
	dot: "˙",
	doteq: "≐",
	doteqdot: "≑",
	dotminus: "∸",
	dotplus: "∔",
	dotsquare: "⊡",
	doublebarwedge: "⌆",
	downarrow: "↓",
	downdownarrows: "⇊",
	downharpoonleft: "⇃",
	downharpoonright: "⇂",
	drbkarow: "⤐",
	drcorn: "⌟",
	drcrop: "⌌",
	dscr: "𝒹",
	dscy: "ѕ",
	dsol: "⧶",
	dstrok: "đ",
	dtdot: "⋱",
	dtri: "▿",
	dtrif: "▾",
	duarr: "⇵",
	duhar: "⥯",
	dwangle: "⦦",
	dzcy: "џ",
	dzigrarr: "⟿",
	eDDot: "⩷",
	eDot: "≑",
	eacute: "é",
	easter: "⩮",
	ecaron: "ě",
	ecir: "≖",
	ecirc: "ê",
	ecolon: "≕",
	ecy: "э",
	edot: "ė",
	ee: "ⅇ",
	efDot: "≒",
	efr: "𝔢",
	eg: "⪚",
	egrave: "è",
	egs: "⪖",
	egsdot: "⪘",
	el: "⪙",
	elinters: "⏧",
	ell: "ℓ",
	els: "⪕",
	elsdot: "⪗",
	emacr: "ē",
	empty: "∅",
	emptyset: "∅",
	emptyv: "∅",
	emsp13: " ",
	emsp14: " ",
	emsp: " ",
	eng: "ŋ",
	ensp: " ",
	eogon: "ę",
	eopf: "𝕖",
	epar: "⋕",
	eparsl: "⧣",
	eplus: "⩱",
	epsi: "ε",
	epsilon: "ε",
	epsiv: "ϵ",
	eqcirc: "≖",
	eqcolon: "≕",
	eqsim: "≂",
	eqslantgtr: "⪖",
	eqslantless: "⪕",
	equals: "=",
	equest: "≟",
	equiv: "≡",
	equivDD: "⩸",
	eqvparsl: "⧥",
	erDot: "≓",
	erarr: "⥱",
	escr: "ℯ",
	esdot: "≐",
	esim: "≂",
	eta: "η",
	eth: "ð",
	euml: "ë",
	euro: "€",
	excl: "!",
	exist: "∃",
	expectation: "ℰ",
	exponentiale: "ⅇ",
	fallingdotseq: "≒",
	fcy: "ф",
	female: "♀",
	ffilig: "ﬃ",
	fflig: "ﬀ",
	ffllig: "ﬄ",
	ffr: "𝔣",
	filig: "ﬁ",
	fjlig: "fj",
	flat: "♭",
	fllig: "ﬂ",
	fltns: "▱",
	fnof: "ƒ",
	fopf: "𝕗",
	forall: "∀",
	fork: "⋔",
	forkv: "⫙",
	fpartint: "⨍",
	frac12: "½",
	frac13: "⅓",
	frac14: "¼",
	frac15: "⅕",
	frac16: "⅙",
	frac18: "⅛",
	frac23: "⅔",
	frac25: "⅖",
	frac34: "¾",
	frac35: "⅗",
	frac38: "⅜",
	frac45: "⅘",
	frac56: "⅚",
	frac58: "⅝",
	frac78: "⅞",
	frasl: "⁄",
	frown: "⌢",
	fscr: "𝒻",
	gE: "≧",
	gEl: "⪌",
	gacute: "ǵ",
	gamma: "γ",
	gammad: "ϝ",
	gap: "⪆",
	gbreve: "ğ",
	gcirc: "ĝ",
	gcy: "г",
	gdot: "ġ",
	ge: "≥",
	gel: "⋛",
	geq: "≥",
	geqq: "≧",
	geqslant: "⩾",
	ges: "⩾",
	gescc: "⪩",
	gesdot: "⪀",
	gesdoto: "⪂",
	gesdotol: "⪄",
	gesl: "⋛︀",
	gesles: "⪔",
	gfr: "𝔤",
	gg: "≫",
	ggg: "⋙",
	gimel: "ℷ",
	gjcy: "ѓ",
	gl: "≷",
	glE: "⪒",
	gla: "⪥",
	glj: "⪤",
	gnE: "≩",
	gnap: "⪊",
	gnapprox: "⪊",
	gne: "⪈",
	gneq: "⪈",
	gneqq: "≩",
	gnsim: "⋧",
	gopf: "𝕘",
	grave: "`",
	gscr: "ℊ",
	gsim: "≳",
	gsime: "⪎",
	gsiml: "⪐",
	gt: ">",
	gtcc: "⪧",
	gtcir: "⩺",
	gtdot: "⋗",
	gtlPar: "⦕",
	gtquest: "⩼",
	gtrapprox: "⪆",
	gtrarr: "⥸",
	gtrdot: "⋗",
	gtreqless: "⋛",
	gtreqqless: "⪌",
	gtrless: "≷",
	gtrsim: "≳",
	gvertneqq: "≩︀",
	gvnE: "≩︀",
	hArr: "⇔",
	hairsp: " ",
	half: "½",
	hamilt: "ℋ",
	hardcy: "ъ",
	harr: "↔",
	harrcir: "⥈",
	harrw: "↭",
	hbar: "ℏ",
	hcirc: "ĥ",
	hearts: "♥",
	heartsuit: "♥",
	hellip: "…",
	hercon: "⊹",
	hfr: "𝔥",
	hksearow: "⤥",
	hkswarow: "⤦",
	hoarr: "⇿",
	homtht: "∻",
	hookleftarrow: "↩",
	hookrightarrow: "↪",
	hopf: "𝕙",
	horbar: "―",
	hscr: "𝒽",
	hslash: "ℏ",
	hstrok: "ħ",
	hybull: "⁃",
	hyphen: "‐",
	iacute: "í",
	ic: "⁣",
	icirc: "î",
	icy: "и",
	iecy: "е",
	iexcl: "¡",
	iff: "⇔",
	ifr: "𝔦",
	igrave: "ì",
	ii: "ⅈ",
	iiiint: "⨌",
	iiint: "∭",
	iinfin: "⧜",
	iiota: "℩",
	ijlig: "ĳ",
	imacr: "ī",
	image: "ℑ",
	imagline: "ℐ",
	imagpart: "ℑ",
	imath: "ı",
	imof: "⊷",
	imped: "Ƶ",
	in: "∈",
	incare: "℅",
	infin: "∞",
	infintie: "⧝",
	inodot: "ı",
	int: "∫",
	intcal: "⊺",
	integers: "ℤ",
	intercal: "⊺",
	intlarhk: "⨗",
	intprod: "⨼",
	iocy: "ё",
	iogon: "į",
	iopf: "𝕚",
	iota: "ι",
	iprod: "⨼",
	iquest: "¿",
	iscr: "𝒾",
	isin: "∈",
	isinE: "⋹",
	isindot: "⋵",
	isins: "⋴",
	isinsv: "⋳",
	isinv: "∈",
	it: "⁢",
	itilde: "ĩ",
	iukcy: "і",
	iuml: "ï",
	jcirc: "ĵ",
	jcy: "й",
	jfr: "𝔧",
	jmath: "ȷ",
	jopf: "𝕛",
	jscr: "𝒿",
	jsercy: "ј",
	jukcy: "є",
	kappa: "κ",
	kappav: "ϰ",
	kcedil: "ķ",
	kcy: "к",
	kfr: "𝔨",
	kgreen: "ĸ",
	khcy: "х",
	kjcy: "ќ",
	kopf: "𝕜",
	kscr: "𝓀",
	lAarr: "⇚",
	lArr: "⇐",
	lAtail: "⤛",
	lBarr: "⤎",
	lE: "≦",
	lEg: "⪋",
	lHar: "⥢",
	lacute: "ĺ",
	laemptyv: "⦴",
	lagran: "ℒ",
	lambda: "λ",
	lang: "⟨",
	langd: "⦑",
	langle: "⟨",
	lap: "⪅",
	laquo: "«",
	larr: "←",
	larrb: "⇤",
	larrbfs: "⤟",
	larrfs: "⤝",
	larrhk: "↩",
	larrlp: "↫",
	larrpl: "⤹",
	larrsim: "⥳",
	larrtl: "↢",
	lat: "⪫",
	latail: "⤙",
	late: "⪭",
	lates: "⪭︀",
	lbarr: "⤌",
	lbbrk: "❲",
	lbrace: "{",
	lbrack: "[",
	lbrke: "⦋",
	lbrksld: "⦏",
	lbrkslu: "⦍",
	lcaron: "ľ",
	lcedil: "ļ",
	lceil: "⌈",
	lcub: "{",
	lcy: "л",
	ldca: "⤶",
	ldquo: "“",
	ldquor: "„",
	ldrdhar: "⥧",
	ldrushar: "⥋",
	ldsh: "↲",
	le: "≤",
	leftarrow: "←",
	leftarrowtail: "↢",
	leftharpoondown: "↽",
	leftharpoonup: "↼",
	leftleftarrows: "⇇",
	leftrightarrow: "↔",
	leftrightarrows: "⇆",
	leftrightharpoons: "⇋",
	leftrightsquigarrow: "↭",
	leftthreetimes: "⋋",
	leg: "⋚",
	leq: "≤",
	leqq: "≦",
	leqslant: "⩽",
	les: "⩽",
	lescc: "⪨",
	lesdot: "⩿",
	lesdoto: "⪁",
	lesdotor: "⪃",
	lesg: "⋚︀",
	lesges: "⪓",
	lessapprox: "⪅",
	lessdot: "⋖",
	lesseqgtr: "⋚",
	lesseqqgtr: "⪋",
	lessgtr: "≶",
	lesssim: "≲",
	lfisht: "⥼",
	lfloor: "⌊",
	lfr: "𝔩",
	lg: "≶",
	lgE: "⪑",
	lhard: "↽",
	lharu: "↼",
	lharul: "⥪",
	lhblk: "▄",
	ljcy: "љ",
	ll: "≪",
	llarr: "⇇",
	llcorner: "⌞",
	llhard: "⥫",
	lltri: "◺",
	lmidot: "ŀ",
	lmoust: "⎰",
	lmoustache: "⎰",
	lnE: "≨",
	lnap: "⪉",
	lnapprox: "⪉",
	lne: "⪇",
	lneq: "⪇",
	lneqq: "≨",
	lnsim: "⋦",
	loang: "⟬",
	loarr: "⇽",
	lobrk: "⟦",
	longleftarrow: "⟵",
	longleftrightarrow: "⟷",
	longmapsto: "⟼",
	longrightarrow: "⟶",
	looparrowleft: "↫",
	looparrowright: "↬",
	lopar: "⦅",
	lopf: "𝕝",
	loplus: "⨭",
	lotimes: "⨴",
	lowast: "∗",
	lowbar: "_",
	loz: "◊",
	lozenge: "◊",
	lozf: "⧫",
	lpar: "(",
	lparlt: "⦓",
	lrarr: "⇆",
	lrcorner: "⌟",
	lrhar: "⇋",
	lrhard: "⥭",
	lrm: "‎",
	lrtri: "⊿",
	lsaquo: "‹",
	lscr: "𝓁",
	lsh: "↰",
	lsim: "≲",
	lsime: "⪍",
	lsimg: "⪏",
	lsqb: "[",
	lsquo: "‘",
	lsquor: "‚",
	lstrok: "ł",
	lt: "<",
	ltcc: "⪦",
	ltcir: "⩹",
	ltdot: "⋖",
	lthree: "⋋",
	ltimes: "⋉",
	ltlarr: "⥶",
	ltquest: "⩻",
	ltrPar: "⦖",
	ltri: "◃",
	ltrie: "⊴",
	ltrif: "◂",
	lurdshar: "⥊",
	luruhar: "⥦",
	lvertneqq: "≨︀",
	lvnE: "≨︀",
	mDDot: "∺",
	macr: "¯",
	male: "♂",
	malt: "✠",
	maltese: "✠",
	map: "↦",
	mapsto: "↦",
	mapstodown: "↧",
	mapstoleft: "↤",
	mapstoup: "↥",
	marker: "▮",
	mcomma: "⨩",
	mcy: "м",
	mdash: "—",
	measuredangle: "∡",
	mfr: "𝔪",
	mho: "℧",
	micro: "µ",
	mid: "∣",
	midast: "*",
	midcir: "⫰",
	middot: "·",
	minus: "−",
	minusb: "⊟",
	minusd: "∸",
	minusdu: "⨪",
	mlcp: "⫛",
	mldr: "…",
	mnplus: "∓",
	models: "⊧",
	mopf: "𝕞",
	mp: "∓",
	mscr: "𝓂",
	mstpos: "∾",
	mu: "μ",
	multimap: "⊸",
	mumap: "⊸",
	nGg: "⋙̸",
	nGt: "≫⃒",
	nGtv: "≫̸",
	nLeftarrow: "⇍",
	nLeftrightarrow: "⇎",
	nLl: "⋘̸",
	nLt: "≪⃒",
	nLtv: "≪̸",
	nRightarrow: "⇏",
	nVDash: "⊯",
	nVdash: "⊮",
	nabla: "∇",
	nacute: "ń",
	nang: "∠⃒",
	nap: "≉",
	napE: "⩰̸",
	napid: "≋̸",
	napos: "ŉ",
	napprox: "≉",
	natur: "♮",
	natural: "♮",
	naturals: "ℕ",
	nbsp: "\xA0",
	nbump: "≎̸",
	nbumpe: "≏̸",
	ncap: "⩃",
	ncaron: "ň",
	ncedil: "ņ",
	ncong: "≇",
	ncongdot: "⩭̸",
	ncup: "⩂",
	ncy: "н",
	ndash: "–",
	ne: "≠",
	neArr: "⇗",
	nearhk: "⤤",
	nearr: "↗",
	nearrow: "↗",
	nedot: "≐̸",
	nequiv: "≢",
	nesear: "⤨",
	nesim: "≂̸",
	nexist: "∄",
	nexists: "∄",
	nfr: "𝔫",
	ngE: "≧̸",
	nge: "≱",
	ngeq: "≱",
	ngeqq: "≧̸",
	ngeqslant: "⩾̸",
	nges: "⩾̸",
	ngsim: "≵",
	ngt: "≯",
	ngtr: "≯",
	nhArr: "⇎",
	nharr: "↮",
	nhpar: "⫲",
	ni: "∋",
	nis: "⋼",
	nisd: "⋺",
	niv: "∋",
	njcy: "њ",
	nlArr: "⇍",
	nlE: "≦̸",
	nlarr: "↚",
	nldr: "‥",
	nle: "≰",
	nleftarrow: "↚",
	nleftrightarrow: "↮",
	nleq: "≰",
	nleqq: "≦̸",
	nleqslant: "⩽̸",
	nles: "⩽̸",
	nless: "≮",
	nlsim: "≴",
	nlt: "≮",
	nltri: "⋪",
	nltrie: "⋬",
	nmid: "∤",
	nopf: "𝕟",
	not: "¬",
	notin: "∉",
	notinE: "⋹̸",
	notindot: "⋵̸",
	notinva: "∉",
	notinvb: "⋷",
	notinvc: "⋶",
	notni: "∌",
	notniva: "∌",
	notnivb: "⋾",
	notnivc: "⋽",
	npar: "∦",
	nparallel: "∦",
	nparsl: "⫽⃥",
	npart: "∂̸",
	npolint: "⨔",
	npr: "⊀",
	nprcue: "⋠",
	npre: "⪯̸",
	nprec: "⊀",
	npreceq: "⪯̸",
	nrArr: "⇏",
	nrarr: "↛",
	nrarrc: "⤳̸",
	nrarrw: "↝̸",
	nrightarrow: "↛",
	nrtri: "⋫",
	nrtrie: "⋭",
	nsc: "⊁",
	nsccue: "⋡",
	nsce: "⪰̸",
	nscr: "𝓃",
	nshortmid: "∤",
	nshortparallel: "∦",
	nsim: "≁",
	nsime: "≄",
	nsimeq: "≄",
	nsmid: "∤",
	nspar: "∦",
	nsqsube: "⋢",
	nsqsupe: "⋣",
	nsub: "⊄",
	nsubE: "⫅̸",
	nsube: "⊈",
	nsubset: "⊂⃒",
	nsubseteq: "⊈",
	nsubseteqq: "⫅̸",
	nsucc: "⊁",
	nsucceq: "⪰̸",
	nsup: "⊅",
	nsupE: "⫆̸",
	nsupe: "⊉",
	nsupset: "⊃⃒",
	nsupseteq: "⊉",
	nsupseteqq: "⫆̸",
	ntgl: "≹",
	ntilde: "ñ",
	ntlg: "≸",
	ntriangleleft: "⋪",
	ntrianglelefteq: "⋬",
	ntriangleright: "⋫",
	ntrianglerighteq: "⋭",
	nu: "ν",
	num: "#",
	numero: "№",
	numsp: " ",
	nvDash: "⊭",
	nvHarr: "⤄",
	nvap: "≍⃒",
	nvdash: "⊬",
	nvge: "≥⃒",
	nvgt: ">⃒",
	nvinfin: "⧞",
	nvlArr: "⤂",
	nvle: "≤⃒",
	nvlt: "<⃒",
	nvltrie: "⊴⃒",
	nvrArr: "⤃",
	nvrtrie: "⊵⃒",
	nvsim: "∼⃒",
	nwArr: "⇖",
	nwarhk: "⤣",
	nwarr: "↖",
	nwarrow: "↖",
	nwnear: "⤧",
	oS: "Ⓢ",
	oacute: "ó",
	oast: "⊛",
	ocir: "⊚",
	ocirc: "ô",
	ocy: "о",
	odash: "⊝",
	odblac: "ő",
	odiv: "⨸",
	odot: "⊙",
	odsold: "⦼",
	oelig: "œ",
	ofcir: "⦿",
	ofr: "𝔬",
	ogon: "˛",
	ograve: "ò",
	ogt: "⧁",
	ohbar: "⦵",
	ohm: "Ω",
	oint: "∮",
	olarr: "↺",
	olcir: "⦾",
	olcross: "⦻",
	oline: "‾",
	olt: "⧀",
	omacr: "ō",
	omega: "ω",
	omicron: "ο",
	omid: "⦶",
	ominus: "⊖",
	oopf: "𝕠",
	opar: "⦷",
	operp: "⦹",
	oplus: "⊕",
	or: "∨",
	orarr: "↻",
	ord: "⩝",
	order: "ℴ",
	orderof: "ℴ",
	ordf: "ª",
	ordm: "º",
	origof: "⊶",
	oror: "⩖",
	orslope: "⩗",
	orv: "⩛",
	oscr: "ℴ",
	oslash: "ø",
	osol: "⊘",
	otilde: "õ",
	otimes: "⊗",
	otimesas: "⨶",
	ouml: "ö",
	ovbar: "⌽",
	par: "∥",
	para: "¶",
	parallel: "∥",
	parsim: "⫳",
	parsl: "⫽",
	part: "∂",
	pcy: "п",
	percnt: "%",
	period: ".",
	permil: "‰",
	perp: "⊥",
	pertenk: "‱",
	pfr: "𝔭",
	phi: "φ",
	phiv: "ϕ",
	phmmat: "ℳ",
	phone: "☎",
	pi: "π",
	pitchfork: "⋔",
	piv: "ϖ",
	planck: "ℏ",
	planckh: "ℎ",
	plankv: "ℏ",
	plus: "+",
	plusacir: "⨣",
	plusb: "⊞",
	pluscir: "⨢",
	plusdo: "∔",
	plusdu: "⨥",
	pluse: "⩲",
	plusmn: "±",
	plussim: "⨦",
	plustwo: "⨧",
	pm: "±",
	pointint: "⨕",
	popf: "𝕡",
	pound: "£",
	pr: "≺",
	prE: "⪳",
	prap: "⪷",
	prcue: "≼",
	pre: "⪯",
	prec: "≺",
	precapprox: "⪷",
	preccurlyeq: "≼",
	preceq: "⪯",
	precnapprox: "⪹",
	precneqq: "⪵",
	precnsim: "⋨",
	precsim: "≾",
	prime: "′",
	primes: "ℙ",
	prnE: "⪵",
	prnap: "⪹",
	prnsim: "⋨",
	prod: "∏",
	profalar: "⌮",
	profline: "⌒",
	profsurf: "⌓",
	prop: "∝",
	propto: "∝",
	prsim: "≾",
	prurel: "⊰",
	pscr: "𝓅",
	psi: "ψ",
	puncsp: " ",
	qfr: "𝔮",
	qint: "⨌",
	qopf: "𝕢",
	qprime: "⁗",
	qscr: "𝓆",
	quaternions: "ℍ",
	quatint: "⨖",
	quest: "?",
	questeq: "≟",
	quot: "\"",
	rAarr: "⇛",
	rArr: "⇒",
	rAtail: "⤜",
	rBarr: "⤏",
	rHar: "⥤",
	race: "∽̱",
	racute: "ŕ",
	radic: "√",
	raemptyv: "⦳",
	rang: "⟩",
	rangd: "⦒",
	range: "⦥",
	rangle: "⟩",
	raquo: "»",
	rarr: "→",
	rarrap: "⥵",
	rarrb: "⇥",
	rarrbfs: "⤠",
	rarrc: "⤳",
	rarrfs: "⤞",
	rarrhk: "↪",
	rarrlp: "↬",
	rarrpl: "⥅",
	rarrsim: "⥴",
	rarrtl: "↣",
	rarrw: "↝",
	ratail: "⤚",
	ratio: "∶",
	rationals: "ℚ",
	rbarr: "⤍",
	rbbrk: "❳",
	rbrace: "}",
	rbrack: "]",
	rbrke: "⦌",
	rbrksld: "⦎",
	rbrkslu: "⦐",
	rcaron: "ř",
	rcedil: "ŗ",
	rceil: "⌉",
	rcub: "}",
	rcy: "р",
	rdca: "⤷",
	rdldhar: "⥩",
	rdquo: "”",
	rdquor: "”",
	rdsh: "↳",
	real: "ℜ",
	realine: "ℛ",
	realpart: "ℜ",
	reals: "ℝ",
	rect: "▭",
	reg: "®",
	rfisht: "⥽",
	rfloor: "⌋",
	rfr: "𝔯",
	rhard: "⇁",
	rharu: "⇀",
	rharul: "⥬",
	rho: "ρ",
	rhov: "ϱ",
	rightarrow: "→",
	rightarrowtail: "↣",
	rightharpoondown: "⇁",
	rightharpoonup: "⇀",
	rightleftarrows: "⇄",
	rightleftharpoons: "⇌",
	rightrightarrows: "⇉",
	rightsquigarrow: "↝",
	rightthreetimes: "⋌",
	ring: "˚",
	risingdotseq: "≓",
	rlarr: "⇄",
	rlhar: "⇌",
	rlm: "‏",
	rmoust: "⎱",
	rmoustache: "⎱",
	rnmid: "⫮",
	roang: "⟭",
	roarr: "⇾",
	robrk: "⟧",
	ropar: "⦆",
	ropf: "𝕣",
	roplus: "⨮",
	rotimes: "⨵",
	rpar: ")",
	rpargt: "⦔",
	rppolint: "⨒",
	rrarr: "⇉",
	rsaquo: "›",
	rscr: "𝓇",
	rsh: "↱",
	rsqb: "]",
	rsquo: "’",
	rsquor: "’",
	rthree: "⋌",
	rtimes: "⋊",
	rtri: "▹",
	rtrie: "⊵",
	rtrif: "▸",
	rtriltri: "⧎",
	ruluhar: "⥨",
	rx: "℞",
	sacute: "ś",
	sbquo: "‚",
	sc: "≻",
	scE: "⪴",
	scap: "⪸",
	scaron: "š",
	sccue: "≽",
	sce: "⪰",
	scedil: "ş",
	scirc: "ŝ",
	scnE: "⪶",
	scnap: "⪺",
	scnsim: "⋩",
	scpolint: "⨓",
	scsim: "≿",
	scy: "с",
	sdot: "⋅",
	sdotb: "⊡",
	sdote: "⩦",
	seArr: "⇘",
	searhk: "⤥",
	searr: "↘",
	searrow: "↘",
	sect: "§",
	semi: ";",
	seswar: "⤩",
	setminus: "∖",
	setmn: "∖",
	sext: "✶",
	sfr: "𝔰",
	sfrown: "⌢",
	sharp: "♯",
	shchcy: "щ",
	shcy: "ш",
	shortmid: "∣",
	shortparallel: "∥",
	shy: "­",
	sigma: "σ",
	sigmaf: "ς",
	sigmav: "ς",
	sim: "∼",
	simdot: "⩪",
	sime: "≃",
	simeq: "≃",
	simg: "⪞",
	simgE: "⪠",
	siml: "⪝",
	simlE: "⪟",
	simne: "≆",
	simplus: "⨤",
	simrarr: "⥲",
	slarr: "←",
	smallsetminus: "∖",
	smashp: "⨳",
	smeparsl: "⧤",
	smid: "∣",
	smile: "⌣",
	smt: "⪪",
	smte: "⪬",
	smtes: "⪬︀",
	softcy: "ь",
	sol: "/",
	solb: "⧄",
	solbar: "⌿",
	sopf: "𝕤",
	spades: "♠",
	spadesuit: "♠",
	spar: "∥",
	sqcap: "⊓",
	sqcaps: "⊓︀",
	sqcup: "⊔",
	sqcups: "⊔︀",
	sqsub: "⊏",
	sqsube: "⊑",
	sqsubset: "⊏",
	sqsubseteq: "⊑",
	sqsup: "⊐",
	sqsupe: "⊒",
	sqsupset: "⊐",
	sqsupseteq: "⊒",
	squ: "□",
	square: "□",
	squarf: "▪",
	squf: "▪",
	srarr: "→",
	sscr: "𝓈",
	ssetmn: "∖",
	ssmile: "⌣",
	sstarf: "⋆",
	star: "☆",
	starf: "★",
	straightepsilon: "ϵ",
	straightphi: "ϕ",
	strns: "¯",
	sub: "⊂",
	subE: "⫅",
	subdot: "⪽",
	sube: "⊆",
	subedot: "⫃",
	submult: "⫁",
	subnE: "⫋",
	subne: "⊊",
	subplus: "⪿",
	subrarr: "⥹",
	subset: "⊂",
	subseteq: "⊆",
	subseteqq: "⫅",
	subsetneq: "⊊",
	subsetneqq: "⫋",
	subsim: "⫇",
	subsub: "⫕",
	subsup: "⫓",
	succ: "≻",
	succapprox: "⪸",
	succcurlyeq: "≽",
	succeq: "⪰",
	succnapprox: "⪺",
	succneqq: "⪶",
	succnsim: "⋩",
	succsim: "≿",
	sum: "∑",
	sung: "♪",
	sup1: "¹",
	sup2: "²",
	sup3: "³",
	sup: "⊃",
	supE: "⫆",
	supdot: "⪾",
	supdsub: "⫘",
	supe: "⊇",
	supedot: "⫄",
	suphsol: "⟉",
	suphsub: "⫗",
	suplarr: "⥻",
	supmult: "⫂",
	supnE: "⫌",
	supne: "⊋",
	supplus: "⫀",
	supset: "⊃",
	supseteq: "⊇",
	supseteqq: "⫆",
	supsetneq: "⊋",
	supsetneqq: "⫌",
	supsim: "⫈",
	supsub: "⫔",
	supsup: "⫖",
	swArr: "⇙",
	swarhk: "⤦",
	swarr: "↙",
	swarrow: "↙",
	swnwar: "⤪",
	szlig: "ß",
	target: "⌖",
	tau: "τ",
	tbrk: "⎴",
	tcaron: "ť",
	tcedil: "ţ",
	tcy: "т",
	tdot: "⃛",
	telrec: "⌕",
	tfr: "𝔱",
	there4: "∴",
	therefore: "∴",
	theta: "θ",
	thetasym: "ϑ",
	thetav: "ϑ",
	thickapprox: "≈",
	thicksim: "∼",
	thinsp: " ",
	thkap: "≈",
	thksim: "∼",
	thorn: "þ",
	tilde: "˜",
	times: "×",
	timesb: "⊠",
	timesbar: "⨱",
	timesd: "⨰",
	tint: "∭",
	toea: "⤨",
	top: "⊤",
	topbot: "⌶",
	topcir: "⫱",
	topf: "𝕥",
	topfork: "⫚",
	tosa: "⤩",
	tprime: "‴",
	trade: "™",
	triangle: "▵",
	triangledown: "▿",
	triangleleft: "◃",
	trianglelefteq: "⊴",
	triangleq: "≜",
	triangleright: "▹",
	trianglerighteq: "⊵",
	tridot: "◬",
	trie: "≜",
	triminus: "⨺",
	triplus: "⨹",
	trisb: "⧍",
	tritime: "⨻",
	trpezium: "⏢",
	tscr: "𝓉",
	tscy: "ц",
	tshcy: "ћ",
	tstrok: "ŧ",
	twixt: "≬",
	twoheadleftarrow: "↞",
	twoheadrightarrow: "↠",
	uArr: "⇑",
	uHar: "⥣",
	uacute: "ú",
	uarr: "↑",
	ubrcy: "ў",
	ubreve: "ŭ",
	ucirc: "û",
	ucy: "у",
	udarr: "⇅",
	udblac: "ű",
	udhar: "⥮",
	ufisht: "⥾",
	ufr: "𝔲",
	ugrave: "ù",
	uharl: "↿",
	uharr: "↾",
	uhblk: "▀",
	ulcorn: "⌜",
	ulcorner: "⌜",
	ulcrop: "⌏",
	ultri: "◸",
	umacr: "ū",
	uml: "¨",
	uogon: "ų",
	uopf: "𝕦",
	uparrow: "↑",
	updownarrow: "↕",
	upharpoonleft: "↿",
	upharpoonright: "↾",
	uplus: "⊎",
	upsi: "υ",
	upsih: "ϒ",
	upsilon: "υ",
	upuparrows: "⇈",
	urcorn: "⌝",
	urcorner: "⌝",
	urcrop: "⌎",
	uring: "ů",
	urtri: "◹",
	uscr: "𝓊",
	utdot: "⋰",
	utilde: "ũ",
	utri: "▵",
	utrif: "▴",
	uuarr: "⇈",
	uuml: "ü",
	uwangle: "⦧",
	vArr: "⇕",
	vBar: "⫨",
	vBarv: "⫩",
	vDash: "⊨",
	vangrt: "⦜",
	varepsilon: "ϵ",
	varkappa: "ϰ",
	varnothing: "∅",
	varphi: "ϕ",
	varpi: "ϖ",
	varpropto: "∝",
	varr: "↕",
	varrho: "ϱ",
	varsigma: "ς",
	varsubsetneq: "⊊︀",
	varsubsetneqq: "⫋︀",
	varsupsetneq: "⊋︀",
	varsupsetneqq: "⫌︀",
	vartheta: "ϑ",
	vartriangleleft: "⊲",
	vartriangleright: "⊳",
	vcy: "в",
	vdash: "⊢",
	vee: "∨",
	veebar: "⊻",
	veeeq: "≚",
	vellip: "⋮",
	verbar: "|",
	vert: "|",
	vfr: "𝔳",
	vltri: "⊲",
	vnsub: "⊂⃒",
	vnsup: "⊃⃒",
	vopf: "𝕧",
	vprop: "∝",
	vrtri: "⊳",
	vscr: "𝓋",
	vsubnE: "⫋︀",
	vsubne: "⊊︀",
	vsupnE: "⫌︀",
	vsupne: "⊋︀",
	vzigzag: "⦚",
	wcirc: "ŵ",
	wedbar: "⩟",
	wedge: "∧",
	wedgeq: "≙",
	weierp: "℘",
	wfr: "𝔴",
	wopf: "𝕨",
	wp: "℘",
	wr: "≀",
	wreath: "≀",
	wscr: "𝓌",
	xcap: "⋂",
	xcirc: "◯",
	xcup: "⋃",
	xdtri: "▽",
	xfr: "𝔵",
	xhArr: "⟺",
	xharr: "⟷",
	xi: "ξ",
	xlArr: "⟸",
	xlarr: "⟵",
	xmap: "⟼",
	xnis: "⋻",
	xodot: "⨀",
	xopf: "𝕩",
	xoplus: "⨁",
	xotime: "⨂",
	xrArr: "⟹",
	xrarr: "⟶",
	xscr: "𝓍",
	xsqcup: "⨆",
	xuplus: "⨄",
	xutri: "△",
	xvee: "⋁",
	xwedge: "⋀",
	yacute: "ý",
	yacy: "я",
	ycirc: "ŷ",
	ycy: "ы",
	yen: "¥",
	yfr: "𝔶",
	yicy: "ї",
	yopf: "𝕪",
	yscr: "𝓎",
	yucy: "ю",
	yuml: "ÿ",
	zacute: "ź",
	zcaron: "ž",
	zcy: "з",
	zdot: "ż",
	zeetrf: "ℨ",
	zeta: "ζ",
	zfr: "𝔷",
	zhcy: "ж",
	zigrarr: "⇝",
	zopf: "𝕫",
	zscr: "𝓏",
	zwj: "‍",
	zwnj: "‌"
};
// node_modules/decode-named-character-reference/index.js
const own$1 = {}.hasOwnProperty;
/**
* Decode a single character reference (without the `&` or `;`).
* You probably only need this when you’re building parsers yourself that follow
* different rules compared to HTML.
* This is optimized to be tiny in browsers.
*
* @param {string} value
*   `notin` (named), `#123` (deci), `#x123` (hexa).
* @returns {string|false}
*   Decoded reference.
*/
function decodeNamedCharacterReference(value) {
	return own$1.call(characterEntities, value) ? characterEntities[value] : false;
}
// node_modules/micromark-util-decode-numeric-character-reference/index.js
/**
* Turn the number (in string form as either hexa- or plain decimal) coming from
* a numeric character reference into a character.
*
* Sort of like `String.fromCodePoint(Number.parseInt(value, base))`, but makes
* non-characters and control characters safe.
*
* @param {string} value
*   Value to decode.
* @param {number} base
*   Numeric base.
* @returns {string}
*   Character.
*/
function decodeNumericCharacterReference(value, base) {
	const code = Number.parseInt(value, base);
	if (code < 9 || code === 11 || code > 13 && code < 32 || code > 126 && code < 160 || code > 55295 && code < 57344 || code > 64975 && code < 65008 || (code & 65535) === 65535 || (code & 65535) === 65534 || code > 1114111) return "�";
	return String.fromCodePoint(code);
}
// node_modules/micromark-util-decode-string/index.js
const characterEscapeOrReference = /\\([!-/:-@[-`{-~])|&(#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/gi;
/**
* Decode markdown strings (which occur in places such as fenced code info
* strings, destinations, labels, and titles).
*
* The “string” content type allows character escapes and -references.
* This decodes those.
*
* @param {string} value
*   Value to decode.
* @returns {string}
*   Decoded value.
*/
function decodeString(value) {
	return value.replace(characterEscapeOrReference, decode);
}
/**
* @param {string} $0
*   Match.
* @param {string} $1
*   Character escape.
* @param {string} $2
*   Character reference.
* @returns {string}
*   Decoded value
*/
function decode($0, $1, $2) {
	if ($1) return $1;
	if ($2.charCodeAt(0) === 35) {
		const head = $2.charCodeAt(1);
		const hex = head === 120 || head === 88;
		return decodeNumericCharacterReference($2.slice(hex ? 2 : 1), hex ? 16 : 10);
	}
	return decodeNamedCharacterReference($2) || $0;
}
// node_modules/mdast-util-to-markdown/lib/util/association.js
/**
* @import {AssociationId} from '../types.js'
*/
/**
* Get an identifier from an association to match it to others.
*
* Associations are nodes that match to something else through an ID:
* <https://github.com/syntax-tree/mdast#association>.
*
* The `label` of an association is the string value: character escapes and
* references work, and casing is intact.
* The `identifier` is used to match one association to another:
* controversially, character escapes and references don’t work in this
* matching: `&copy;` does not match `©`, and `\+` does not match `+`.
*
* But casing is ignored (and whitespace) is trimmed and collapsed: ` A\nb`
* matches `a b`.
* So, we do prefer the label when figuring out how we’re going to serialize:
* it has whitespace, casing, and we can ignore most useless character
* escapes and all character references.
*
* @type {AssociationId}
*/
function association(node) {
	if (node.label || !node.identifier) return node.label || "";
	return decodeString(node.identifier);
}
// node_modules/mdast-util-to-markdown/lib/util/compile-pattern.js
/**
* @import {CompilePattern} from '../types.js'
*/
/**
* Compiles a pattern object into a regular expression.
*
* @type {CompilePattern}
*/
function compilePattern(pattern) {
	if (!pattern._compiled) {
		const before = (pattern.atBreak ? "[\\r\\n][\\t ]*" : "") + (pattern.before ? "(?:" + pattern.before + ")" : "");
		pattern._compiled = new RegExp((pattern.beforeNode ? "^" : before ? "(" + before + ")" : "") + (/[$()*+.?[\\\]^{|}]/.test(pattern.character) ? "\\" : "") + pattern.character + (pattern.afterNode ? "$" : pattern.after ? "(?:" + pattern.after + ")" : ""), pattern.unicode ? "gu" : "g");
	}
	return pattern._compiled;
}
// node_modules/mdast-util-to-markdown/lib/util/container-flow.js
/**
* @import {State} from 'mdast-util-to-markdown'
* @import {FlowChildren, FlowParents, TrackFields} from '../types.js'
*/
/**
* Serialize the children of a parent that contains flow children.
*
* @param {FlowParents} parent
*   Parent of flow nodes.
* @param {State} state
*   Info passed around about the current state.
* @param {TrackFields} info
*   Info on where we are in the document we are generating.
* @returns {string}
*   Serialized children, joined by (blank) lines.
*/
function containerFlow(parent, state, info) {
	const indexStack = state.indexStack;
	const children = parent.children || [];
	const tracker = state.createTracker(info);
	/** @type {Array<string>} */
	const results = [];
	let index = -1;
	indexStack.push(-1);
	while (++index < children.length) {
		const child = children[index];
		indexStack[indexStack.length - 1] = index;
		results.push(tracker.move(state.handle(child, parent, state, {
			before: "\n",
			after: "\n",
			...tracker.current()
		})));
		if (child.type !== "list") state.bulletLastUsed = void 0;
		if (index < children.length - 1) results.push(tracker.move(between(child, children[index + 1], parent, state)));
	}
	indexStack.pop();
	return results.join("");
}
/**
* Determine the markdown to insert between two flow nodes.
*
* @param {FlowChildren} left
*   Left flow node.
* @param {FlowChildren} right
*   Right flow node.
* @param {FlowParents} parent
*   Parent of the flow nodes.
* @param {State} state
*   Info passed around.
* @returns {string}
*   Markdown to insert between the two flow nodes.
*/
function between(left, right, parent, state) {
	let index = state.join.length;
	while (index--) {
		const result = state.join[index](left, right, parent, state);
		if (result === true || result === 1) break;
		if (typeof result === "number") return "\n".repeat(1 + result);
		if (result === false) return "\n\n<!---->\n\n";
	}
	return "\n\n";
}
// node_modules/mdast-util-to-markdown/lib/util/indent-lines.js
/**
* @import {IndentLines} from '../types.js'
*/
const eol = /\r?\n|\r/g;
/**
* Indents each line.
*
* @type {IndentLines}
*/
function indentLines(value, map) {
	/** @type {Array<string>} */
	const result = [];
	let start = 0;
	let line = 0;
	/** @type {RegExpExecArray | null} */
	let match;
	while (match = eol.exec(value)) {
		one(value.slice(start, match.index));
		result.push(match[0]);
		start = match.index + match[0].length;
		line++;
	}
	one(value.slice(start));
	return result.join("");
	/**
	* Indents a single line.
	*
	* @param {string} value
	*   Line.
	*/
	function one(value) {
		result.push(map(value, line, !value));
	}
}
// node_modules/mdast-util-to-markdown/lib/util/safe.js
/**
* @import {Nodes} from 'mdast'
* @import {SafeConfig, State, Unsafe} from 'mdast-util-to-markdown'
*/
const own = {}.hasOwnProperty;
/**
* Make a string safe for embedding in markdown constructs.
*
* In markdown, almost all punctuation characters can, in certain cases,
* result in something.
* Whether they do is highly subjective to where they happen and in what
* they happen.
*
* To solve this, `mdast-util-to-markdown` tracks:
*
* * characters before and after something;
* * what “constructs” we are in.
*
* This information is then used by this function to escape or encode
* special characters.
*
* @param {State} state
*   Info passed around about the current state.
* @param {string | null | undefined} input
*   Raw value to make safe.
* @param {SafeConfig} config
*   Configuration.
* @returns {string}
*   Serialized markdown safe for embedding.
*/
function safe(state, input, config) {
	const value = (config.before || "") + (input || "") + (config.after || "");
	/** @type {Array<number>} */
	const positions = [];
	/** @type {Array<string>} */
	const result = [];
	/** @type {Record<number, {before: boolean, after: boolean}>} */
	const infos = {};
	const percentEncode = state.stack.includes("autolink");
	const offset = config.before ? config.before.length : 0;
	const end = value.length - (config.after ? config.after.length : 0);
	let index = -1;
	while (++index < state.unsafe.length) {
		const pattern = state.unsafe[index];
		if (!patternInScope(state.stack, pattern) || !nodeInScope(pattern.beforeNode, config.beforeNode) || !nodeInScope(pattern.afterNode, config.afterNode)) continue;
		const expression = state.compilePattern(pattern);
		const from = pattern.beforeNode ? offset : 0;
		const subject = value.slice(from, pattern.afterNode ? end : void 0);
		/** @type {RegExpExecArray | null} */
		let match;
		while (match = expression.exec(subject)) {
			const before = Boolean(pattern.before || pattern.atBreak);
			const after = Boolean(pattern.after);
			const position = from + match.index + (before ? match[1].length : 0);
			if (own.call(infos, position)) {
				if (infos[position].before && !before) infos[position].before = false;
				if (infos[position].after && !after) infos[position].after = false;
			} else {
				positions.push(position);
				infos[position] = {
					before,
					after
				};
			}
		}
	}
	positions.sort(numerical);
	let start = offset;
	index = -1;
	while (++index < positions.length) {
		const position = positions[index];
		if (position < start || position >= end) continue;
		if (value.charAt(position) === "_" && position > 0 && classifyCharacter(value.charCodeAt(position - 1)) === void 0 && !own.call(infos, position - 1) && !(position - 1 === offset && /[*_]/.test(value.charAt(offset - 1)))) {
			let sequenceEnd = position + 1;
			while (sequenceEnd < end && value.charAt(sequenceEnd) === "_") sequenceEnd++;
			const skip = sequenceEnd - position - 1;
			if (positions[index + skip] === sequenceEnd - 1 && sequenceEnd < value.length && classifyCharacter(value.charCodeAt(sequenceEnd)) === void 0 && !own.call(infos, sequenceEnd) && !(sequenceEnd === end - 1 && /[*_]/.test(value.charAt(end)))) {
				index += skip;
				continue;
			}
		}
		if (position + 1 < end && positions[index + 1] === position + 1 && infos[position].after && !infos[position + 1].before && !infos[position + 1].after || position - 1 >= offset && positions[index - 1] === position - 1 && infos[position].before && !infos[position - 1].before && !infos[position - 1].after) continue;
		if (start !== position) {
			const slice = value.slice(start, position);
			result.push(percentEncode ? slice : escapeBackslashes(slice, "\\"));
		}
		start = position + 1;
		if (percentEncode) result.push("%" + value.charCodeAt(position).toString(16).toUpperCase().padStart(2, "0"));
		else if (/[!-/:-@[-`{-~]/.test(value.charAt(position)) && (!config.encode || !config.encode.includes(value.charAt(position)))) result.push("\\" + value.charAt(position));
		else result.push(encodeCharacterReference(value.charCodeAt(position)));
	}
	const rest = value.slice(start, end);
	result.push(percentEncode ? rest : escapeBackslashes(rest, config.after));
	return result.join("");
}
/**
* Check if a node matches the node types of a pattern.
*
* @param {Array<Nodes['type']> | Nodes['type'] | null | undefined} types
*   Node types.
* @param {Nodes | undefined} node
*   Node.
* @returns {boolean}
*   Whether `node` matches `types`.
*/
function nodeInScope(types, node) {
	if (!types) return true;
	if (!node) return false;
	return typeof types === "string" ? types === node.type : types.includes(node.type);
}
/**
* Compare two numbers.
*
* @param {number} a
*   Number.
* @param {number} b
*   Other number.
* @returns {number}
*   Result.
*/
function numerical(a, b) {
	return a - b;
}
/**
* Escape backslashes in a string, considering characters that follow.
*
* @param {string} value
*   Value.
* @param {string} after
*   Characters that follow the value.
* @returns {string}
*   Escaped string.
*/
function escapeBackslashes(value, after) {
	const expression = /\\(?=[!-/:-@[-`{-~])/g;
	/** @type {Array<number>} */
	const positions = [];
	/** @type {Array<string>} */
	const results = [];
	const whole = value + after;
	let index = -1;
	let start = 0;
	/** @type {RegExpExecArray | null} */
	let match;
	while (match = expression.exec(whole)) positions.push(match.index);
	while (++index < positions.length) {
		if (start !== positions[index]) results.push(value.slice(start, positions[index]));
		results.push("\\");
		start = positions[index];
	}
	results.push(value.slice(start));
	return results.join("");
}
// node_modules/mdast-util-to-markdown/lib/util/track.js
/**
* @import {CreateTracker, TrackCurrent, TrackMove, TrackShift} from '../types.js'
*/
/**
* Track positional info in the output.
*
* @type {CreateTracker}
*/
function track(config) {
	/* c8 ignore next 5 */
	const options = config || {};
	const now = options.now || {};
	let lineShift = options.lineShift || 0;
	let line = now.line || 1;
	let column = now.column || 1;
	return {
		move,
		current,
		shift
	};
	/**
	* Get the current tracked info.
	*
	* @type {TrackCurrent}
	*/
	function current() {
		return {
			now: {
				line,
				column
			},
			lineShift
		};
	}
	/**
	* Define an increased line shift (the typical indent for lines).
	*
	* @type {TrackShift}
	*/
	function shift(value) {
		lineShift += value;
	}
	/**
	* Move past some generated markdown.
	*
	* @type {TrackMove}
	*/
	function move(input) {
		const value = input || "";
		const chunks = value.split(/\r?\n|\r/g);
		const tail = chunks[chunks.length - 1];
		line += chunks.length - 1;
		column = chunks.length === 1 ? column + tail.length : 1 + tail.length + lineShift;
		return value;
	}
}
// node_modules/mdast-util-to-markdown/lib/index.js
/**
* @import {Info, Join, Options, SafeConfig, State} from 'mdast-util-to-markdown'
* @import {Nodes} from 'mdast'
* @import {Enter, FlowParents, PhrasingParents, TrackFields} from './types.js'
*/
/**
* Turn an mdast syntax tree into markdown.
*
* @param {Nodes} tree
*   Tree to serialize.
* @param {Options | null | undefined} [options]
*   Configuration (optional).
* @returns {string}
*   Serialized markdown representing `tree`.
*/
function toMarkdown(tree, options) {
	const settings = options || {};
	/** @type {State} */
	const state = {
		associationId: association,
		bulletCurrent: void 0,
		bulletLastUsed: void 0,
		containerPhrasing: containerPhrasingBound,
		containerFlow: containerFlowBound,
		createTracker: track,
		compilePattern,
		enter,
		handlers: { ...handle },
		handle: void 0,
		indentLines,
		indexStack: [],
		join: [...join$1],
		options: {},
		safe: safeBound,
		stack: [],
		unsafe: [...unsafe$1]
	};
	configure(state, settings);
	if (state.options.tightDefinitions) state.join.push(joinDefinition);
	state.handle = zwitch("type", {
		invalid,
		unknown,
		handlers: state.handlers
	});
	let result = state.handle(phrasing$1(tree) ? {
		type: "root",
		children: [tree]
	} : tree, void 0, state, {
		before: "\n",
		after: "\n",
		now: {
			line: 1,
			column: 1
		},
		lineShift: 0
	});
	if (result && result.charCodeAt(result.length - 1) !== 10 && result.charCodeAt(result.length - 1) !== 13) result += "\n";
	return result;
	/**
	* Enter a construct.
	*
	* @type {Enter}
	*/
	function enter(name) {
		state.stack.push(name);
		return exit;
		/**
		* Exit a construct.
		*
		* @returns {undefined}
		*   Nothing.
		*/
		function exit() {
			state.stack.pop();
		}
	}
}
/**
* Handle an invalid value that cannot be processed.
*
* @param {unknown} value
*   Value.
* @returns {never}
*   Never.
* @throws {Error}
*   Always.
*/
function invalid(value) {
	throw new Error("Cannot handle value `" + value + "`, expected node");
}
/**
* Handle an unknown node.
*
* @param {unknown} value
*   Value.
* @returns {never}
*   Never.
* @throws {Error}
*   Always.
*/
function unknown(value) {
	throw new Error("Cannot handle unknown node `" + value.type + "`");
}
/**
* Join function for `tightDefinitions` option.
*
* @type {Join}
*/
function joinDefinition(left, right) {
	if (left.type === "definition" && left.type === right.type) return 0;
}
/**
* Serialize the children of a parent that contains phrasing children.
*
* These children will be joined flush together.
*
* @this {State}
*   Info passed around about the current state.
* @param {PhrasingParents} parent
*   Parent of flow nodes.
* @param {Info} info
*   Info on where we are in the document we are generating.
* @returns {string}
*   Serialized children, joined together.
*/
function containerPhrasingBound(parent, info) {
	return containerPhrasing(parent, this, info);
}
/**
* Serialize the children of a parent that contains flow children.
*
* These children will typically be joined by blank lines.
* What they are joined by exactly is defined by `Join` functions.
*
* @this {State}
*   Info passed around about the current state.
* @param {FlowParents} parent
*   Parent of flow nodes.
* @param {TrackFields} info
*   Info on where we are in the document we are generating.
* @returns {string}
*   Serialized children, joined by (blank) lines.
*/
function containerFlowBound(parent, info) {
	return containerFlow(parent, this, info);
}
/**
* Make a string safe for embedding in markdown constructs.
*
* In markdown, almost all punctuation characters can, in certain cases,
* result in something.
* Whether they do is highly subjective to where they happen and in what
* they happen.
*
* To solve this, `mdast-util-to-markdown` tracks:
*
* * Characters before and after something;
* * What “constructs” we are in.
*
* This information is then used by this function to escape or encode
* special characters.
*
* @this {State}
*   Info passed around about the current state.
* @param {string | null | undefined} value
*   Raw value to make safe.
* @param {SafeConfig} config
*   Configuration.
* @returns {string}
*   Serialized markdown safe for embedding.
*/
function safeBound(value, config) {
	return safe(this, value, config);
}
// node_modules/mdast-util-gfm-table/lib/index.js
/**
* Create an extension for `mdast-util-to-markdown` to enable GFM tables in
* markdown.
*
* @param {Options | null | undefined} [options]
*   Configuration.
* @returns {ToMarkdownExtension}
*   Extension for `mdast-util-to-markdown` to enable GFM tables.
*/
function gfmTableToMarkdown(options) {
	const { tableCellPadding: padding, tablePipeAlign: alignDelimiters, stringLength } = options || {};
	const around = padding ? " " : "|";
	return {
		handlers: {
			inlineCode: inlineCodeWithTable,
			table: handleTable,
			tableCell: handleTableCell,
			tableRow: handleTableRow
		},
		join: [joinTable],
		unsafe: [
			{
				character: "\r",
				inConstruct: "tableCell"
			},
			{
				character: "\n",
				inConstruct: "tableCell"
			},
			{
				atBreak: true,
				character: "|",
				after: "[	 :-]"
			},
			{
				character: "|",
				inConstruct: "tableCell"
			},
			{
				atBreak: true,
				character: ":",
				after: "-"
			},
			{
				atBreak: true,
				character: "-",
				after: "[:|-]"
			}
		]
	};
	/**
	* Serialize a table.
	*
	* @type {ToMarkdownHandle}
	* @param {Table} node
	*   Table.
	*/
	function handleTable(node, _, state, info) {
		const matrix = handleTableAsData(node, state, info);
		const head = matrix[0];
		if (head) {
			let columns = node.align ? node.align.length : 0;
			let index = -1;
			if (!columns) {
				while (++index < matrix.length) if (matrix[index].length > columns) columns = matrix[index].length;
			}
			while (head.length < columns) head.push("");
		}
		return serializeData(matrix, node.align);
	}
	/**
	* This function isn’t really used normally, because we handle rows at the
	* table level.
	* But, if someone passes in a table row, this ensures we make somewhat sense.
	*
	* @type {ToMarkdownHandle}
	* @param {TableRow} node
	*   Row.
	*/
	function handleTableRow(node, _, state, info) {
		const value = serializeData([handleTableRowAsData(node, state, info)]);
		return value.slice(0, value.indexOf("\n"));
	}
	/**
	* Serialize a cell.
	*
	* @type {ToMarkdownHandle}
	* @param {TableCell} node
	*   Cell.
	*/
	function handleTableCell(node, _, state, info) {
		const exit = state.enter("tableCell");
		const subexit = state.enter("phrasing");
		const value = state.containerPhrasing(node, {
			...info,
			before: around,
			after: around
		});
		subexit();
		exit();
		return value;
	}
	/**
	* Serialize serialized cells as a table.
	*
	* @param {Array<Array<string>>} matrix
	*   Serialized cells.
	* @param {Array<string | null | undefined> | null | undefined} [align]
	*   Alignment.
	* @returns {string}
	*   Result.
	*/
	function serializeData(matrix, align) {
		return markdownTable(matrix, {
			align,
			alignDelimiters,
			fillRows: false,
			padding,
			stringLength
		});
	}
	/**
	* Serialize the cells of a table.
	*
	* @param {Table} node
	*   Table.
	* @param {State} state
	*   State.
	* @param {Info} info
	*   Info.
	* @returns {Array<Array<string>>}
	*   Serialized cells.
	*/
	function handleTableAsData(node, state, info) {
		const { children } = node;
		let index = -1;
		/** @type {Array<Array<string>>} */
		const result = [];
		const subexit = state.enter("table");
		while (++index < children.length) result[index] = handleTableRowAsData(children[index], state, info);
		subexit();
		return result;
	}
	/**
	* Serialize the cells of a row.
	*
	* @param {TableRow} node
	*   Row.
	* @param {State} state
	*   State.
	* @param {Info} info
	*   Info.
	* @returns {Array<string>}
	*   Serialized cells.
	*/
	function handleTableRowAsData(node, state, info) {
		const { children } = node;
		let index = -1;
		/** @type {Array<string>} */
		const result = [];
		const subexit = state.enter("tableRow");
		while (++index < children.length) result[index] = handleTableCell(children[index], node, state, info);
		subexit();
		return result;
	}
	/**
	* Serialize inline code, escaping pipes in tables.
	*
	* @type {ToMarkdownHandle}
	* @param {InlineCode} node
	*   Inline code.
	*/
	function inlineCodeWithTable(node, parent, state) {
		const value = handle.inlineCode(node, parent, state);
		if (!state.stack.includes("tableCell")) return value;
		/** @type {Array<string>} */
		const result = [];
		let start = 0;
		let index = value.indexOf("|");
		while (index !== -1) {
			let before = index;
			while (before > start && value.charCodeAt(before - 1) === 92) before--;
			result.push(value.slice(start, index));
			if ((index - before) % 2 === 0) result.push("\\");
			start = index;
			index = value.indexOf("|", index + 1);
		}
		result.push(value.slice(start));
		return result.join("");
	}
}
/**
* Join a table and the flow after it.
*
* In a tight list item there are no blank lines between flow,
* but text right after a table would be read as rows of it.
*
* @type {Join}
*/
function joinTable(left, right, parent, state) {
	if (left.type === "table" && parent.type === "listItem" && parent.spread === false && (right.type === "definition" || right.type === "heading" && formatHeadingAsSetext(right, state) || right.type === "paragraph" || right.type === "table")) return 1;
}
/**
* Check whether a heading is serialized as a setext heading,
* like `mdast-util-to-markdown` does.
*
* @param {Heading} node
*   Heading.
* @param {State} state
*   Info passed around.
* @returns {boolean}
*   Whether the heading is serialized as a setext heading.
*/
function formatHeadingAsSetext(node, state) {
	let literalWithBreak = false;
	visit(node, function(node) {
		if (node.type === "break" || "value" in node && /\r?\n|\r/.test(node.value)) {
			literalWithBreak = true;
			return false;
		}
	});
	return Boolean((!node.depth || node.depth < 3) && toString(node) && (state.options.setext || literalWithBreak));
}
// shared/documents/write-markdown.ts
/** Characters that are syntax in dialects of CommonMark: strikethrough, formulas, and an agent's `@path` import. */
const unsafe = [
	{
		character: "~",
		inConstruct: "phrasing"
	},
	{
		character: "$",
		inConstruct: "phrasing"
	},
	{
		character: "@",
		after: "(?=\\S)",
		inConstruct: "phrasing"
	}
];
/** Matches `&` in a complete character reference. Any other `&`, as in `R&D`, needs no escape. */
const characterReference = {
	character: "&",
	after: "(?:#\\d{1,7}|#[Xx][\\dA-Fa-f]{1,6}|[A-Za-z][\\dA-Za-z]{0,31});",
	inConstruct: "phrasing"
};
const options = {
	extensions: [gfmTableToMarkdown({
		tableCellPadding: true,
		tablePipeAlign: false
	})],
	bullet: "-",
	listItemIndent: "one",
	unsafe,
	handlers: {
		amount: ({ value }) => value,
		escaped: ({ value }) => `\\${value}`,
		text: ({ value }, _parent, state, info) => needsNoEscape(value, info) ? value : state.safe(value, info),
		root(node, parent, state, info) {
			state.unsafe = state.unsafe.filter(canOccur).concat(characterReference);
			return handle.root(node, parent, state, info);
		}
	}
};
/** Matches characters that are syntax within a line of Markdown. */
const special = /[!#$&*<@[\\\]_`|~]/;
const letterFirst = /^\p{L}/u;
/** Whether a text needs no escapes. This shortcut skips the serialiser's slow check for most texts. */
function needsNoEscape(value, { before }) {
	if (special.test(value) || before === "]") return false;
	return !/[\r\n]/.test(before) || letterFirst.test(value);
}
/** Serialises blocks of a syntax tree as CommonMark. */
function writeMarkdown(blocks) {
	return Buffer.from(toMarkdown({
		type: "root",
		children: blocks
	}, options));
}
/** Whether a pattern can occur in our trees, which have no links, titles or blank lines in text. Omitting the others halves the time. */
function canOccur({ character, inConstruct }) {
	if (!inConstruct) return true;
	if (/[\s&]/.test(character)) return false;
	return [inConstruct].flat().some((it) => it === "phrasing" || it === "headingAtx" || it === "tableCell");
}
// shared/costs.ts
/** The monthly cost of a service; undefined if its spend is not set. */
function costOf(node) {
	if (node.spend === void 0) return void 0;
	return {
		node,
		amount: node.spend,
		currency: node.currency ?? nodeDefaults.currency
	};
}
/** The costs of all services whose spend is set. */
function costsOf(nodes) {
	return nodes.map(costOf).filter((it) => it !== void 0);
}
/** Groups costs by currency, in the order of `currencies`: amounts of two currencies are never added. */
function byCurrency(costs) {
	return currencies.map((currency) => ({
		currency,
		costs: costs.filter((it) => it.currency === currency)
	})).filter((it) => it.costs.length > 0);
}
/** Adds costs, which must all be in one currency. Infinite only if the total is beyond the largest number, not if a part of it is. */
function sumOf(costs) {
	const sum = costs.reduce((total, { amount }) => total + amount, 0);
	if (Number.isFinite(sum)) return sum;
	return costs.reduce((total, { amount }) => total + amount / costs.length, 0) * costs.length;
}
/** Sums the monthly costs of services by currency: amounts of two currencies are never added. */
function monthlyCosts(nodes) {
	return new Map(byCurrency(costsOf(nodes)).map(({ currency, costs }) => [currency, roundToCents(sumOf(costs))]));
}
/** Rounds an amount to cents and keeps it finite for JSON: sums of decimal fractions are inexact, and sums of huge amounts infinite. */
function roundToCents(amount) {
	return Number(Math.max(-Number.MAX_VALUE, Math.min(amount, Number.MAX_VALUE)).toFixed(2));
}
// shared/money.ts
/** Amount from which scientific notation is used. */
const HUGE = 0x38d7ea4c68000;
/** Amount that every total beyond the largest number exceeds. */
const LARGEST_POWER = 1e308;
const formatsByCurrency = /* @__PURE__ */ new Map();
/** Formats an amount in full, as in `$15,250` and `€49.90`. Zero decimals are left out. An infinite total becomes a bound in words. */
function formatMoney(amount, currency) {
	const { exact } = formatsOf(currency);
	return Math.abs(amount) < HUGE ? withPlainSpaces(exact.format(amount)) : formatHuge(amount, currency);
}
function formatHuge(amount, currency) {
	const { huge } = formatsOf(currency);
	if (Number.isFinite(amount)) return withPlainSpaces(huge.format(amount));
	const bound = Math.sign(amount) * LARGEST_POWER;
	return `${amount > 0 ? "more" : "less"} than ${withPlainSpaces(huge.format(bound))}`;
}
/** Returns the cached formats of a currency, which are slow to make. */
function formatsOf(currency) {
	let formats = formatsByCurrency.get(currency);
	if (!formats) formatsByCurrency.set(currency, formats = createFormats(currency));
	return formats;
}
function createFormats(currency) {
	const style = {
		style: "currency",
		currency,
		signDisplay: "negative"
	};
	const shortest = { trailingZeroDisplay: "stripIfInteger" };
	const oneDecimal = {
		minimumFractionDigits: 0,
		maximumFractionDigits: 1
	};
	const exact = new Intl.NumberFormat("en-US", {
		...style,
		...shortest
	});
	return {
		fractionDigits: exact.resolvedOptions().maximumFractionDigits ?? 0,
		exact,
		ungrouped: new Intl.NumberFormat("en-US", {
			...style,
			...shortest,
			useGrouping: false
		}),
		thousands: new Intl.NumberFormat("en-US", {
			...style,
			...oneDecimal,
			useGrouping: false
		}),
		huge: new Intl.NumberFormat("en-US", {
			...style,
			...oneDecimal,
			notation: "scientific"
		})
	};
}
/** Replaces the no-break space that `Intl` puts after letters such as `CHF`, which a text search does not find. */
function withPlainSpaces(text) {
	return text.replaceAll("\xA0", " ");
}
// shared/diff/diff-words.ts
/** Maximum number of characters of a name, of a value and of all details in a line. */
const MAX_NAME = 60;
const MAX_DETAILS = 160;
/** Counts the changes, as in "2 services added, 1 changed; 1 connection removed"; empty for none. */
function summaryOf({ name, nodes, edges, moved }) {
	return [
		name ? `renamed from ${oneLine(name.from)}` : "",
		countsOf("service", nodes),
		countsOf("connection", edges),
		moved > 0 ? `${countNoun(moved, "element")} moved` : ""
	].filter((it) => it !== "").join("; ");
}
function countsOf(noun, lists) {
	return Object.entries(lists).filter(([, list]) => list.length > 0).map(([verb, { length }], at) => `${at === 0 ? countNoun(length, noun) : length} ${verb}`).join(", ");
}
/** Describes each change of a cost per month, as in "USD per month: $3,620 → $3,420 (-$200)". */
function costLines({ costs }) {
	return costs.map(({ currency, from, to }) => {
		const money = (amount) => formatMoney(amount, currency);
		return `${currency} per month: ${money(from)} → ${money(to)} (${to > from ? "+" : ""}${money(roundToCents(to - from))})`;
	});
}
/** Describes each change of a service, then of a connection. It does so one by one, since a reader may want few of thousands. */
function* changeLines({ from, to, diff: { nodes, edges } }) {
	const before = namesOf(from.nodes);
	const after = namesOf(to.nodes);
	const nodesAfter = new Map(to.nodes.map((it) => [it.id, it]));
	const line = (kind, subject, details) => {
		return {
			kind,
			subject,
			details: truncate(details, MAX_DETAILS)
		};
	};
	const between = (nameOf, { source, target }) => `${nameOf(source)} → ${nameOf(target)}`;
	const labelOf = (edge) => oneLine(edge.label ?? "");
	for (const it of nodes.added) yield line("added", after(it.id), detailsOf(it));
	for (const it of nodes.removed) yield line("removed", before(it.id), detailsOf(it));
	for (const it of nodes.renamed) yield line("renamed", after(it.to), `id: ${valueOf(it.from)} → ${valueOf(it.to)}`);
	for (const it of nodes.changed) yield line("changed", after(it.id), describeNode(nodesAfter.get(it.id), it.changes));
	for (const it of edges.added) yield line("added", between(after, it), labelOf(it));
	for (const it of edges.removed) yield line("removed", between(before, it), labelOf(it));
	for (const it of edges.changed) yield line("changed", between(after, it.edge), describe$1(it.changes));
}
/** Names services by their labels, followed by the id where several have the same. Other ids are names as they are. */
function namesOf(nodes) {
	const byId = new Map(nodes.map((it) => [it.id, it]));
	const uses = /* @__PURE__ */ new Map();
	for (const { label } of nodes) uses.set(label, (uses.get(label) ?? 0) + 1);
	return (id) => {
		const node = byId.get(id) ?? { id };
		const name = truncate(serviceName(node), MAX_NAME);
		return node.label && uses.get(node.label) > 1 ? `${name} (${valueOf(id)})` : name;
	};
}
function detailsOf(node) {
	return [oneLine(node.tech ?? ""), node.spend === void 0 ? "" : moneyOf(node)].filter((it) => it !== "").join(", ");
}
/** Describes the changes of a node, with its cost as one amount. */
function describeNode(node, changes) {
	const others = changes.filter((it) => it.field !== "spend" && it.field !== "currency");
	if (others.length === changes.length) return describe$1(changes);
	return describe$1([{
		field: "cost",
		from: moneyOf({
			...node,
			...Object.fromEntries(changes.map((it) => [it.field, it.from]))
		}),
		to: moneyOf(node)
	}, ...others]);
}
function describe$1(changes) {
	return changes.map(({ field, from, to }) => `${field}: ${valueOf(from)} → ${valueOf(to)}`).join("; ");
}
function moneyOf(node) {
	const cost = costOf(node);
	return cost ? formatMoney(cost.amount, cost.currency) : "none";
}
function valueOf(value) {
	if (Array.isArray(value)) return valueOf(value.join(", "));
	return truncate(oneLine(typeof value === "string" ? value : JSON.stringify(value) ?? ""), MAX_NAME) || "none";
}
// shared/diff/diff-markdown.ts
/** Maximum length of a comment on GitHub, in characters. */
const MAX_COMMENT_LENGTH = 65536;
/** Numbers of rows to try. */
const ROWS = [
	80,
	20,
	0
];
/** Maximum number of services of a map whose picture is whole. Of a larger one, the picture has what changed and its connections. */
const MAX_WHOLE = 40;
const LEGEND = "Green is added, red removed, yellow changed.";
/**
* Writes a diff as Markdown for a pull request: a sentence, the costs that changed, a table of the changes, and a Mermaid picture.
* @param sides names of both maps in the sentence
* @param maxLength maximum number of characters, at least 4,000. Rows, and then the picture, are left out if they do not fit
*/
function diffMarkdown(comparison, sides, maxLength = MAX_COMMENT_LENGTH) {
	let texts = "";
	for (const maxRows of ROWS) {
		texts = writeTexts(comparison, sides, maxRows);
		if (texts.length <= maxLength) break;
	}
	const picture = pictureOf(comparison);
	const whole = picture === void 0 ? texts : `${texts}\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${LEGEND}\n`;
	return whole.length <= maxLength ? whole : texts;
}
function writeTexts(comparison, sides, maxRows) {
	const { diff } = comparison;
	const sentence = `From ${oneLine(sides.from)} to ${oneLine(sides.to)}: ${summaryOf(diff) || "no change"}.`;
	const costs = costLines(diff).map(mapText);
	const rows = [];
	for (const { kind, subject, details } of changeLines(comparison)) {
		if (rows.length === maxRows) break;
		rows.push([
			[text$1(kind)],
			mapText(subject),
			mapText(details)
		]);
	}
	const left = [diff.nodes, diff.edges].flatMap((it) => Object.values(it).flat()).length - rows.length;
	return breakMentions(writeMarkdown([
		paragraph$1(mapText(sentence)),
		...costs.length > 0 ? [bulletList(costs)] : [],
		...rows.length > 0 ? [table([
			"Change",
			"Service or connection",
			"Details"
		], rows)] : [],
		...left > 0 ? [paragraph$1([text$1(`Left out: ${countNoun(left, "change")}.`)])] : []
	]).toString());
}
/** Draws the second map with the elements that were removed from the first; undefined if it is too large, or none of them has changed. */
function pictureOf({ to, diff }) {
	const newIds = new Map(diff.nodes.renamed.map((it) => [it.from, it.to]));
	const newId = (id) => newIds.get(id) ?? id;
	const removed = diff.edges.removed.map((it) => ({
		...it,
		source: newId(it.source),
		target: newId(it.target)
	}));
	const changedIds = /* @__PURE__ */ new Set([...diff.nodes.changed.map((it) => it.id), ...newIds.values()]);
	const marks = /* @__PURE__ */ new Map();
	for (const it of [...to.nodes.filter(({ id }) => changedIds.has(id)), ...diff.edges.changed.map(({ edge }) => edge)]) marks.set(it, "changed");
	for (const it of [...diff.nodes.added, ...diff.edges.added]) marks.set(it, "added");
	for (const it of [...diff.nodes.removed, ...removed]) marks.set(it, "removed");
	if (marks.size === 0) return void 0;
	const whole = {
		nodes: [...to.nodes, ...diff.nodes.removed],
		edges: [...to.edges, ...removed]
	};
	return mermaidOf(whole.nodes.length > MAX_WHOLE ? surroundingsOf(whole, marks) : whole, (it) => marks.get(it));
}
/** The marked elements of a map, the edges of marked nodes, and the nodes at the ends of these edges. */
function surroundingsOf({ nodes, edges }, marks) {
	const ids = new Set(nodes.filter((it) => marks.has(it)).map((it) => it.id));
	const shown = edges.filter((it) => marks.has(it) || ids.has(it.source) || ids.has(it.target));
	for (const { source, target } of shown) ids.add(source).add(target);
	return {
		nodes: nodes.filter((it) => ids.has(it.id)),
		edges: shown
	};
}
// shared/diff/assignment.ts
/**
* Assigns a column to each row, at the least total cost, by the Hungarian algorithm: O(rows² · columns).
* @param costs finite costs by row and column; no more rows than columns
* @returns the column of each row
*/
function leastAssignment(costs) {
	const columns = costs[0]?.length ?? 0;
	const rowPrices = Array(costs.length).fill(0);
	const columnPrices = Array(columns).fill(0);
	const rowOf = Array(columns).fill(-1);
	for (let row = 0; row < costs.length; row++) {
		const distances = Array(columns).fill(Infinity);
		const previous = Array(columns).fill(-1);
		const visited = /* @__PURE__ */ new Set();
		let distance = 0;
		let current = row;
		let column = -1;
		while (current >= 0) {
			let nearest = -1;
			for (let it = 0; it < columns; it++) {
				if (visited.has(it)) continue;
				const reached = distance + costs[current][it] - rowPrices[current] - columnPrices[it];
				if (reached < distances[it]) {
					distances[it] = reached;
					previous[it] = column;
				}
				if (nearest < 0 || distances[it] < distances[nearest]) nearest = it;
			}
			column = nearest;
			distance = distances[column];
			visited.add(column);
			current = rowOf[column];
		}
		rowPrices[row] += distance;
		for (const it of visited) {
			if (rowOf[it] >= 0) rowPrices[rowOf[it]] += distance - distances[it];
			columnPrices[it] -= distance - distances[it];
		}
		for (; column >= 0; column = previous[column]) rowOf[column] = previous[column] < 0 ? row : rowOf[previous[column]];
	}
	const assigned = Array(costs.length);
	for (const [column, row] of rowOf.entries()) if (row >= 0) assigned[row] = column;
	return assigned;
}
// shared/diff/longest-ascent.ts
/** Length of the longest part of a list, not necessarily without gaps, in which numbers ascend: O(n · log n). */
function longestAscent(numbers) {
	/** The smallest last number of an ascent, by its length less one. */
	const lasts = [];
	for (const number of numbers) {
		let low = 0;
		let high = lasts.length;
		while (low < high) {
			const middle = low + high >>> 1;
			if (lasts[middle] < number) low = middle + 1;
			else high = middle;
		}
		lasts[low] = number;
	}
	return lasts.length;
}
// shared/diff/map-diff.ts
/** Maximum number of pairs of differing edges with the same ends that are compared for the least change. Of more, edges are matched by order. */
const MAX_ASSIGNED = 256;
/** Maximum number of edges to look at for the renames that not all edges follow. Beyond it, these nodes are added and removed. */
const MAX_TRIED_EDGES = 2e4;
/**
* Compares two maps. Nodes are matched by id, and edges with the same ends by least change. A removed and an added node are one that is renamed if
* no other removed or added node has their label and technology, unless this takes more changes.
*/
function diffMaps(from, to) {
	const renames = findRenames(from, to);
	const nodes = matchNodes(from.nodes, to.nodes, renames);
	const edges = groupEdges(from.edges, to.edges, renames).flatMap((it) => matchGroup(from.edges, to.edges, it));
	const isInPlace = ([before, after]) => isAtSamePosition(from.nodes[before], to.nodes[after]);
	return {
		...changeOfName(from.name, to.name),
		nodes: {
			...unmatched(from.nodes, to.nodes, nodes),
			renamed: Array.from(renames, ([from, to]) => ({
				from,
				to
			})),
			changed: nodes.flatMap(([before, after]) => {
				const changes = changesBetween(from.nodes[before], to.nodes[after], notContentOfNodes);
				return changes.length > 0 ? [{
					id: to.nodes[after].id,
					changes
				}] : [];
			})
		},
		edges: {
			...unmatched(from.edges, to.edges, edges),
			changed: edges.flatMap(([before, after]) => {
				const changes = changesBetween(from.edges[before], to.edges[after], notContentOfEdges);
				return changes.length > 0 ? [{
					edge: to.edges[after],
					changes
				}] : [];
			})
		},
		costs: costsBetween(from.nodes, to.nodes),
		moved: nodes.length - longestOrder(nodes.filter(isInPlace)) + (edges.length - longestOrder(edges))
	};
}
/** Whether a diff has no change. */
function isEmptyDiff({ name, nodes, edges, moved }) {
	return !name && moved === 0 && [nodes, edges].every((lists) => Object.values(lists).every((it) => it.length === 0));
}
const notContentOfNodes = /* @__PURE__ */ new Set([
	"id",
	"x",
	"y"
]);
const notContentOfEdges = /* @__PURE__ */ new Set(["source", "target"]);
function isAtSamePosition(from, to) {
	return from.x === to.x && from.y === to.y;
}
function changeOfName(from, to) {
	return from === void 0 || to === void 0 || from === to ? {} : { name: {
		from,
		to
	} };
}
function costsBetween(from, to) {
	const before = monthlyCosts(from);
	const after = monthlyCosts(to);
	return currencies.map((currency) => ({
		currency,
		from: before.get(currency) ?? 0,
		to: after.get(currency) ?? 0
	})).filter((it) => it.from !== it.to);
}
/** The fields that differ, in alphabetical order. */
function changesBetween(from, to, ignored) {
	const before = from;
	const after = to;
	const fields = [];
	for (const field in before) if (!isSame(before[field], after[field])) fields.push(field);
	for (const field in after) if (before[field] === void 0 && after[field] !== void 0) fields.push(field);
	return fields.filter((it) => !ignored.has(it)).sort().map((field) => ({
		field,
		...before[field] !== void 0 && { from: before[field] },
		...after[field] !== void 0 && { to: after[field] }
	}));
}
function isSame(a, b) {
	return a === b || typeof a === "object" && JSON.stringify(a) === JSON.stringify(b);
}
function matchNodes(from, to, renames) {
	const indexById = new Map(to.map(({ id }, index) => [id, index]));
	return from.flatMap(({ id }, index) => {
		const match = indexById.get(renames.get(id) ?? id);
		return match === void 0 ? [] : [[index, match]];
	});
}
function unmatched(from, to, pairs) {
	const before = new Set(pairs.map((it) => it[0]));
	const after = new Set(pairs.map((it) => it[1]));
	return {
		added: to.filter((_, index) => !after.has(index)),
		removed: from.filter((_, index) => !before.has(index))
	};
}
function longestOrder(pairs) {
	return longestAscent(pairs.toSorted((a, b) => a[0] - b[0]).map((it) => it[1]));
}
/** Finds the renames: see `diffMaps`. From the second map to the first, it finds the same ones. */
function findRenames(from, to) {
	const removed = uniqueByLabel(from.nodes, to.nodes);
	const added = uniqueByLabel(to.nodes, from.nodes);
	const candidates = [...removed.keys()].filter((it) => removed.get(it) && added.get(it)).sort();
	const renamesOf = (keys) => new Map(keys.map((it) => [removed.get(it).id, added.get(it).id]));
	const endsBefore = endsOf(from.edges);
	const endsAfter = endsOf(to.edges);
	const isFollowed = (it) => !endsAfter.has(removed.get(it).id) && !endsBefore.has(added.get(it).id);
	const sure = candidates.filter(isFollowed);
	const unsure = candidates.filter((it) => !isFollowed(it));
	const sets = 2 ** unsure.length;
	let best = {
		size: Infinity,
		renames: renamesOf(sure)
	};
	if (sets === 1 || sets * (from.edges.length + to.edges.length) > MAX_TRIED_EDGES) return best.renames;
	for (let set = sets - 1; set >= 0; set--) {
		const chosen = unsure.filter((_, at) => set >> at & 1);
		const renames = renamesOf([...sure, ...chosen]);
		const changed = chosen.filter((it) => changesBetween(removed.get(it), added.get(it), notContentOfNodes).length > 0);
		const size = 2 * unsure.length - chosen.length + changed.length + countEdgeChanges(from.edges, to.edges, renames);
		if (size < best.size) best = {
			size,
			renames
		};
	}
	return best.renames;
}
/** The nodes with a label whose id the other map does not have, by label and technology; undefined where several have the same. */
function uniqueByLabel(nodes, others) {
	const known = new Set(others.map((it) => it.id));
	const unique = /* @__PURE__ */ new Map();
	for (const node of nodes) {
		if (known.has(node.id) || !node.label) continue;
		const key = JSON.stringify([node.label, node.tech]);
		unique.set(key, unique.has(key) ? void 0 : node);
	}
	return unique;
}
function endsOf(edges) {
	return new Set(edges.flatMap((it) => [it.source, it.target]));
}
/** Groups edges by their ends. An end of the first map whose id another node has taken is none of the second map. */
function groupEdges(from, to, renames) {
	const taken = new Set(renames.values());
	const bySource = /* @__PURE__ */ new Map();
	const groups = [];
	function add(side, source, target, index) {
		let byTarget = bySource.get(source);
		if (!byTarget) bySource.set(source, byTarget = /* @__PURE__ */ new Map());
		let group = byTarget.get(target);
		if (!group) {
			byTarget.set(target, group = {
				from: [],
				to: []
			});
			groups.push(group);
		}
		group[side].push(index);
	}
	const newId = (id) => renames.get(id) ?? (taken.has(id) ? `\0${id}` : id);
	for (const [index, { source, target }] of from.entries()) add("from", newId(source), newId(target), index);
	for (const [index, { source, target }] of to.entries()) add("to", source, target, index);
	return groups;
}
function countEdgeChanges(from, to, renames) {
	return groupEdges(from, to, renames).map((it) => matchEqual(stylesOf(from, to, it)).rest).reduce((sum, rest) => sum + Math.max(rest.from.length, rest.to.length), 0);
}
function matchGroup(from, to, group) {
	if (group.from.length < 2 && group.to.length < 2) return matchByOrder(group);
	const { pairs, rest } = matchEqual(stylesOf(from, to, group));
	const cells = rest.from.length * rest.to.length;
	const others = cells < 2 || cells > MAX_ASSIGNED ? matchByOrder(rest) : matchByLeastChange(rest);
	return [...pairs, ...others].map(([before, after]) => [before.index, after.index]);
}
function matchByOrder({ from, to }) {
	return from.slice(0, to.length).map((it, at) => [it, to[at]]);
}
function stylesOf(from, to, group) {
	const fields = /* @__PURE__ */ new Set();
	for (const index of group.from) for (const field in from[index]) fields.add(field);
	for (const index of group.to) for (const field in to[index]) fields.add(field);
	const compared = [...fields].filter((it) => !notContentOfEdges.has(it)).sort();
	const styleOf = (edge, index) => {
		const values = compared.map((it) => edge[it]);
		return {
			index,
			values,
			text: JSON.stringify(values)
		};
	};
	return {
		from: group.from.map((it) => styleOf(from[it], it)),
		to: group.to.map((it) => styleOf(to[it], it))
	};
}
/** Matches equal edges, in their order. */
function matchEqual({ from, to }) {
	const byText = /* @__PURE__ */ new Map();
	for (const after of to.toReversed()) {
		const equal = byText.get(after.text);
		if (equal) equal.push(after);
		else byText.set(after.text, [after]);
	}
	const pairs = [];
	const rest = [];
	for (const before of from) {
		const match = byText.get(before.text)?.pop();
		if (match) pairs.push([before, match]);
		else rest.push(before);
	}
	const matched = new Set(pairs.map((it) => it[1]));
	return {
		pairs,
		rest: {
			from: rest,
			to: to.filter((it) => !matched.has(it))
		}
	};
}
/** Matches edges so that the fewest fields differ, and of equal choices the one closest to their order. */
function matchByLeastChange({ from, to }) {
	const textOf = (styles) => styles.map((it) => it.text).join();
	const isTurned = from.length === to.length ? textOf(from) > textOf(to) : from.length > to.length;
	const [rows, columns] = isTurned ? [to, from] : [from, to];
	return leastAssignment(rows.map((row, at) => columns.map((column, index) => {
		return row.values.reduce((sum, it, field) => sum + (it === column.values[field] ? 0 : 1), 0) * MAX_ASSIGNED ** 2 + Math.abs(at - index);
	}))).map((column, row) => {
		return isTurned ? [columns[column], rows[row]] : [rows[row], columns[column]];
	});
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
// clients/github-action/report.ts
/** Maximum number of entries of a shortened list. Lists are shortened in a report that exceeds its maximum length. */
const SHORT_LIST_LENGTH = 40;
/** Maximum length of an entry of a shortened list, and of the title, in characters. */
const SHORT_ENTRY_LENGTH = 200;
/** Writes the report as Markdown of at most `maxLength` characters. If necessary, it shortens the lists, then omits picture and lists. */
function writeReport(facts, maxLength) {
	const { document, state, earlierMap } = facts;
	const title = `## ${breakMentions(cut(document.title, SHORT_ENTRY_LENGTH))}`;
	if (earlierMap) {
		const rest = maxLength - [
			title,
			"",
			state
		].join("\n\n").length;
		return [
			title,
			diffMarkdown(earlierMap, {
				from: earlierMap.name,
				to: "the map"
			}, rest).trimEnd(),
			state
		].join("\n\n");
	}
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
			title,
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
	const marks = /* @__PURE__ */ new Map();
	for (const [index, service] of isAligned ? document.services.entries() : []) {
		if (added.has(service)) marks.set(map.nodes[index], "added");
		if (changed.has(service)) marks.set(map.nodes[index], "changed");
	}
	const diagram = mermaidOf(map, (it) => marks.get(it));
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
	return [`**${title}**\n`, ...[...lines, ...rest].map((it) => `- ${breakMentions(it)}`)].join("\n");
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
		const { sha, ref } = pullRequest.base;
		const before = await github.readFile(inputs.file, sha);
		reported = compareWith(facts, before, `\`${ref}\``);
		const earlier = inputs.mapFile ? await github.readFile(inputs.mapFile, sha) : void 0;
		if (earlier !== void 0) reported = compareMaps(inputs, workflow, reported, earlier, ref);
		const isChanged = reported.earlierMap !== void 0 || before !== check.text;
		const url = await comment(inputs, github, pullRequest, reported, isChanged);
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
/** Compares the map with an earlier one as JSON, without costs if the inputs say so. A fault of the JSON becomes a warning. */
function compareMaps(inputs, workflow, facts, json, name) {
	const content = (map) => ({
		name: map.name,
		nodes: inputs.hasCosts ? map.nodes : map.nodes.map(({ spend: _spend, currency: _currency, ...node }) => node),
		edges: map.edges
	});
	try {
		const from = content(parseMap(inputs, json));
		const to = content(facts.map);
		const diff = diffMaps(from, to);
		return isEmptyDiff(diff) ? facts : {
			...facts,
			earlierMap: {
				name,
				from,
				to,
				diff
			}
		};
	} catch (error) {
		if (!(error instanceof ActionError)) throw error;
		workflow.annotate("warning", `Files are compared rather than maps: ${error.message}`);
		return facts;
	}
}
/** Parses a map. @throws ActionError if the JSON is none, or another map */
function parseMap({ mapFile, map }, json) {
	let content;
	try {
		content = JSON.parse(json);
	} catch (cause) {
		throw new ActionError(`map-file: ${mapFile} of the base branch is not JSON.`, { cause });
	}
	const fault = contentFault(content);
	if (fault !== void 0) throw new ActionError(`map-file: ${mapFile} of the base branch is no map: ${fault}.`);
	const earlier = content;
	if (earlier.id !== void 0 && earlier.id !== map) throw new ActionError(`map-file: ${mapFile} is of another map.`);
	return earlier;
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
