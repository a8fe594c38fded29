// Bundled by `npm run build:page`: change the modules that it names.
var page = (function(exports) {
	Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
	// \0rolldown/runtime.js
	var __toBinary = /* @__PURE__ */ (() => {
		var table = /* @__PURE__ */ new Uint8Array(128);
		for (var i = 0; i < 64; i++) table[i < 26 ? i + 65 : i < 52 ? i + 71 : i < 62 ? i - 4 : i * 4 - 205] = i;
		return (base64) => {
			var n = base64.length, bytes = new Uint8Array((n - (base64[n - 1] == "=") - (base64[n - 2] == "=")) * 3 / 4 | 0);
			for (var i = 0, j = 0; i < n;) {
				var c0 = table[base64.charCodeAt(i++)], c1 = table[base64.charCodeAt(i++)];
				var c2 = table[base64.charCodeAt(i++)], c3 = table[base64.charCodeAt(i++)];
				bytes[j++] = c0 << 2 | c1 >> 4;
				bytes[j++] = c1 << 4 | c2 >> 2;
				bytes[j++] = c2 << 6 | c3;
			}
			return bytes;
		};
	})();
	// services/render-worker/page/handoff/handoff.ts
	/**
	* Opens the file in the writer's thread, since only a dedicated worker can write such files. The thread responds through a stream: events
	* do not reach a page whose scripts are disabled.
	*/
	async function openHandoff(thread, marker) {
		const { readable, writable } = new TransformStream();
		const responses = readable.getReader();
		async function nextResponse() {
			const { value } = await responses.read();
			return value ?? "the thread that writes has ended";
		}
		const opening = {
			marker,
			responses: writable
		};
		thread.postMessage(opening, [writable]);
		const opened = await nextResponse();
		if (typeof opened === "string") throw new Error(opened);
		return { async put(content) {
			try {
				const chunks = content instanceof Blob ? [new Uint8Array(await content.arrayBuffer())] : content;
				const buffers = chunks.map((it) => it.buffer);
				thread.postMessage(chunks, buffers);
				return await nextResponse();
			} catch (error) {
				return String(error);
			}
		} };
	}
	// services/render-worker/page/handoff/start-writer.ts
	/** Starts the thread of the writer. */
	function startWriter() {
		return new Worker(URL.createObjectURL(new Blob(["// Bundled by `npm run build:page`: change the modules that it names.\n(function() {\n	// services/render-worker/page/handoff/writer.ts\n	/** Creates a writer, which opens its file and then writes the bytes of each message from the first byte on. */\n	function createWriter(openFile) {\n		let file;\n		let responses;\n		async function open(opening) {\n			responses = opening.responses.getWriter();\n			file = await openFile(opening.marker);\n			return write([new TextEncoder().encode(opening.marker)]);\n		}\n		function write(chunks) {\n			let end = 0;\n			for (const chunk of chunks) end += file.write(chunk, { at: end });\n			return end;\n		}\n		return async (message) => {\n			let result;\n			try {\n				result = \"marker\" in message ? await open(message) : write(message);\n			} catch (error) {\n				result = String(error);\n			}\n			await responses.write(result);\n		};\n	}\n	// services/render-worker/page/handoff/writer-thread.ts\n	const respond = createWriter(async (name) => {\n		return (await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true })).createSyncAccessHandle();\n	});\n	addEventListener(\"message\", ({ data }) => void respond(data));\n})();\n"])));
	}
	// services/render-worker/fonts/families.ts
	/** The fallback family of the emoji. It is several megabytes, and has digits too. */
	const EMOJI_FAMILY = "maps-emoji";
	/** The family of letters with accents of their own: see `ACCENTS`. A letter and its accents come from one font, or else the accents are boxes. */
	const ACCENT_FAMILY = "maps-accents";
	/** Families for characters that a face lacks, by preference. */
	const fallbacks = [
		ACCENT_FAMILY,
		"maps-arabic",
		"maps-hebrew",
		"maps-thai",
		"maps-devanagari",
		"maps-sc",
		"maps-kr",
		EMOJI_FAMILY,
		"maps-symbols",
		"maps-math"
	];
	/**
	* Matches texts with emoji. Only these use the emoji family: otherwise a picture would depend on whether an earlier one had loaded it.
	* The signs at the end have no glyph in any other family.
	*/
	const emojiText = /[\p{Emoji_Presentation}\u{fe0f}\u{20e3}☦☸♾⚒⚗⚛⚧⚰⚱⛴⛷⛸⛹〽🅾🅿🈂🕉]/u;
	/** Matches texts with accents of their own. Only these use the family of accents, which has all letters, too. */
	const accentText = /[\u0300-\u036f\u20d0-\u20e2\u20e4-\u20f0]/;
	/** The families of each face, by preference: its own, then the fallbacks. */
	const familiesByFace = {
		sans: listsOf("maps-sans"),
		sketch: listsOf("maps-sketch", "maps-sans"),
		mono: listsOf("maps-mono", "maps-sans")
	};
	function listsOf(...own) {
		const without = (...left) => [...own, ...fallbacks].filter((it) => !left.includes(it));
		return [
			without(ACCENT_FAMILY, EMOJI_FAMILY),
			without(EMOJI_FAMILY),
			without(ACCENT_FAMILY),
			without()
		];
	}
	/** The font families of a text, by preference. Texts with the same families share one list. */
	function familiesOf({ text, font: { face } }) {
		const [plain, accents, emoji, both] = familiesByFace[face];
		if (accentText.test(text)) return emojiText.test(text) ? both : accents;
		return emojiText.test(text) ? emoji : plain;
	}
	/** The CSS `font` of a text in a page that has all our families. @param size in px; default: that of the text */
	function cssFont(run, size = run.font.size) {
		return `${run.font.weight} ${size}px ${familiesOf(run).join(", ")}`;
	}
	// services/render-worker/page/canvas.ts
	/** Creates a canvas, in memory of the processor. @throws Error for a size that Chromium refuses */
	function createCanvas(width, height, isOpaque) {
		const context = new OffscreenCanvas(width, height).getContext("2d", {
			alpha: !isOpaque,
			willReadFrequently: true
		});
		if (!context) throw new Error(`no canvas of ${width} × ${height}`);
		return context;
	}
	// services/render-worker/page/picture-size.ts
	/** The size of a picture in pixels, of a drawing with `scale` picture pixels per canvas px. Each side has at least one pixel. */
	function pictureSize(drawing, scale) {
		const pixels = (side) => Math.max(1, Math.round(side * scale));
		return {
			width: pixels(drawing.width),
			height: pixels(drawing.height)
		};
	}
	// services/render-worker/page/placed-shape.ts
	/** Extent of lines beyond their geometry, in canvas px. */
	const LINE_ROOM = 4;
	/** Matches texts of ASCII and emoji. The emoji of a family takes 0.2 ms in each strip that it may reach. */
	const plainText = /^[\x20-\x7e\p{Emoji}\p{Emoji_Component}]*$/u;
	/** Matches texts with stacked marks, which reach far. */
	const stackedMarks = /\p{M}{2}/u;
	/** Returns the shapes of a drawing with their offsets, in the order of painting. */
	function placeShapes(items) {
		let offset = {
			x: 0,
			y: 0
		};
		const placed = [];
		for (const item of items) if (item.kind === "move") offset = {
			x: offset.x + item.x,
			y: offset.y + item.y
		};
		else placed.push({
			item,
			offset,
			path: pathOf(item)
		});
		return placed;
	}
	function pathOf(item) {
		if (item.kind === "path") return new Path2D(item.d);
		return item.kind === "icon" ? new Path2D(item.shape.d) : void 0;
	}
	/** Vertical extent of a shape in canvas px, as an upper estimate. */
	function reachOf(item) {
		switch (item.kind) {
			case "path": return [item.top - LINE_ROOM, item.bottom + LINE_ROOM];
			case "stripe": return [item.card.y - 1, item.card.y + item.card.height + 1];
			case "circle": return [item.y - item.radius - LINE_ROOM, item.y + item.radius + LINE_ROOM];
			case "icon": return [item.y, item.y + item.size];
			case "text": {
				const [above, below] = textReach(item.text);
				return [item.y - above * item.font.size, item.y + below * item.font.size];
			}
			default: return [item.y - LINE_ROOM, item.y + item.height + LINE_ROOM];
		}
	}
	/** Maximum extent of letters above and below their baseline, in em. */
	function textReach(text) {
		if (plainText.test(text)) return [1.25, .5];
		return stackedMarks.test(text) ? [8, 8] : [2, 2];
	}
	// services/render-worker/scene/draw/display-list.ts
	const ICON_LINE_WIDTH = 2;
	/** Fill or stroke of an icon. Its line width is in units of its square. */
	function iconStyle({ shape, color }) {
		return shape.isOutline ? {
			stroke: color,
			lineWidth: ICON_LINE_WIDTH
		} : { fill: color };
	}
	// services/render-worker/page/shape-painter.ts
	const TURN = 2 * Math.PI;
	/** Paints one shape. The canvas must be transformed to the shape's offset, at `scale` picture pixels per canvas px. */
	function paintShape(target, { item, path }, scale) {
		switch (item.kind) {
			case "dots": return paintDots(target, item, scale);
			case "rect":
				target.beginPath();
				target.roundRect(item.x, item.y, item.width, item.height, item.radius);
				return fillAndStroke(target, item);
			case "stripe": return paintStripe(target, item);
			case "path": return fillAndStroke(target, item, path);
			case "circle":
				target.beginPath();
				target.arc(item.x, item.y, item.radius, 0, TURN);
				return fillAndStroke(target, item);
			case "icon": return paintIcon(target, item, path);
			case "text": return paintText(target, item);
		}
	}
	/** Fills and strokes a path, or else the current path of the canvas. */
	function fillAndStroke(target, shape, path) {
		if (shape.fill !== void 0) {
			target.fillStyle = styleOf(target, shape.fill);
			if (path) target.fill(path);
			else target.fill();
		}
		if (shape.stroke === void 0) return;
		target.strokeStyle = styleOf(target, shape.stroke);
		target.lineWidth = shape.lineWidth ?? 1;
		target.setLineDash(shape.dash ?? []);
		if (path) target.stroke(path);
		else target.stroke();
	}
	function styleOf(target, paint) {
		if (typeof paint === "string") return paint;
		const gradient = target.createLinearGradient(paint.from.x, paint.from.y, paint.to.x, paint.to.y);
		gradient.addColorStop(0, paint.fromColor);
		gradient.addColorStop(1, paint.toColor);
		return gradient;
	}
	/** Paints the grid as a repeated tile, and only on the rows with dots. This costs no more than a few lines. */
	function paintDots(target, { x, y, width, height, spacing, radius, color }, scale) {
		const side = Math.max(1, Math.round(spacing * scale));
		const pattern = target.createPattern(dotTile(side, radius * scale, color), "repeat");
		pattern.setTransform(new DOMMatrix([
			1 / scale,
			0,
			0,
			1 / scale,
			0,
			0
		]));
		target.fillStyle = pattern;
		const step = side / scale;
		for (let row = step / 2; row < height + radius; row += step) target.fillRect(x, y + row - radius - 1, width, 2 * radius + 2);
	}
	function dotTile(side, radius, color) {
		const tile = createCanvas(side, side, false);
		tile.fillStyle = color;
		tile.beginPath();
		tile.arc(side / 2, side / 2, radius, 0, TURN);
		tile.fill();
		return tile.canvas;
	}
	/** Paints the part of a rounded card to the left of the stripe's right edge. */
	function paintStripe(target, { card, radius, width, color }) {
		const angle = Math.acos((radius - width) / radius);
		const x = card.x + radius;
		target.beginPath();
		target.arc(x, card.y + card.height - radius, radius, Math.PI - angle, Math.PI);
		target.arc(x, card.y + radius, radius, Math.PI, Math.PI + angle);
		target.closePath();
		target.fillStyle = color;
		target.fill();
	}
	function paintIcon(target, item, path) {
		target.save();
		target.translate(item.x, item.y);
		target.scale(item.size / 24, item.size / 24);
		fillAndStroke(target, iconStyle(item), path);
		target.restore();
	}
	function paintText(target, item) {
		target.font = cssFont(item);
		target.direction = item.isRightToLeft ? "rtl" : "ltr";
		target.textAlign = item.align;
		target.fillStyle = item.color;
		target.fillText(item.text, item.x, item.y);
	}
	// services/render-worker/page/strips.ts
	/** Maximum number of pixels of a strip, so that it fits into the processor's cache. */
	const STRIP_PIXELS = 1 << 20;
	/** The rows of a strip are a multiple of 8: gradients are dithered in squares of 8 × 8, which must not be split. */
	const STRIP_STEP = 8;
	/** Returns the number of rows of a picture's strips. The last strip may have fewer. */
	function stripRowsOf(width, height) {
		return Math.min(height, Math.max(1, Math.floor(STRIP_PIXELS / width / STRIP_STEP)) * STRIP_STEP);
	}
	/** Finds the shapes of each strip, in the order of painting. @param height rows of the picture */
	function sortIntoStrips(placed, height, stripRows, scale) {
		const strips = Array.from({ length: Math.ceil(height / stripRows) }, () => []);
		for (const shape of placed) {
			const [top, bottom] = reachOf(shape.item);
			const first = Math.max(0, Math.floor((top + shape.offset.y) * scale / stripRows));
			const last = Math.min(strips.length - 1, Math.floor((bottom + shape.offset.y) * scale / stripRows));
			for (let index = first; index <= last; index++) strips[index].push(shape);
		}
		return strips;
	}
	// services/render-worker/page/canvas-painter.ts
	/** Measures texts, whose fonts must be loaded. @returns their widths in px, in their order */
	function measureTexts(runs) {
		const measuring = createCanvas(1, 1, true);
		return runs.map((run) => {
			measuring.font = cssFont(run);
			return measuring.measureText(run.text).width;
		});
	}
	/** Paints any drawing on one canvas, which Chromium encodes as a PNG. The fonts of its texts must be loaded. */
	function paintPng(drawing, scale) {
		const { width, height } = pictureSize(drawing, scale);
		const target = createCanvas(width, height, drawing.isOpaque);
		paintAll(target, placeShapes(drawing.items), drawing.background, scale, 0);
		return target.canvas.convertToBlob({ type: "image/png" });
	}
	/**
	* Paints an opaque drawing as the content of a PNG's IDAT chunk, in parts, with `scale` picture pixels per canvas px. It paints
	* strip by strip, so that no canvas is larger than one strip. The fonts of all texts must be loaded.
	* @param maxMs time limit in ms from now; painting throws after the first strip that exceeds it
	*/
	async function paintIdat(encoder, drawing, scale, maxMs) {
		const deadline = performance.now() + maxMs;
		const { width, height } = pictureSize(drawing, scale);
		const stripRows = stripRowsOf(width, height);
		const strips = sortIntoStrips(placeShapes(drawing.items), height, stripRows, scale);
		const target = createCanvas(width, stripRows, true);
		const picture = encoder.begin(width, stripRows);
		const chunks = [];
		for (const [index, placed] of strips.entries()) {
			const top = index * stripRows;
			const rows = Math.min(stripRows, height - top);
			paintAll(target, placed, drawing.background, scale, top);
			await readPixels(target.canvas, rows, picture.pixels);
			if (performance.now() > deadline) throw new Error("the picture takes too long");
			chunks.push(picture.add(rows));
		}
		chunks.push(picture.end());
		return chunks;
	}
	/** Paints shapes on a canvas whose first row is the picture's row `top`. */
	function paintAll(target, placed, background, scale, top) {
		target.setTransform(1, 0, 0, 1, 0, 0);
		if (background !== void 0) {
			target.fillStyle = background;
			target.fillRect(0, 0, target.canvas.width, target.canvas.height);
		}
		target.lineCap = "round";
		target.lineJoin = "round";
		target.textBaseline = "alphabetic";
		target.fontKerning = "normal";
		let at;
		for (const shape of placed) {
			const { offset } = shape;
			if (offset !== at) target.setTransform(scale, 0, 0, scale, offset.x * scale, offset.y * scale - top);
			at = offset;
			paintShape(target, shape, scale);
		}
	}
	async function readPixels(canvas, rows, pixels) {
		const frame = new VideoFrame(canvas, { timestamp: 0 });
		try {
			const rect = {
				x: 0,
				y: 0,
				width: canvas.width,
				height: rows
			};
			await frame.copyTo(pixels, {
				rect,
				format: "BGRX"
			});
		} finally {
			frame.close();
		}
	}
	// services/render-worker/page/font-loader.ts
	/** Size at which fonts are loaded, in px. A font of one size is loaded for all. */
	const ANY_SIZE = 16;
	/** Creates a function that loads each character of a font once. */
	function createFontLoader() {
		const loaded = /* @__PURE__ */ new Map();
		async function load(font, characters) {
			const seen = loaded.get(font) ?? /* @__PURE__ */ new Set();
			loaded.set(font, seen);
			const missing = [...characters].filter((it) => !seen.has(it));
			if (missing.length === 0) return;
			await document.fonts.load(font, missing.join(""));
			for (const character of missing) seen.add(character);
		}
		return async (runs) => {
			const loads = Array.from(charactersByFont(runs), ([font, characters]) => load(font, characters));
			await Promise.all(loads);
		};
	}
	function charactersByFont(runs) {
		const characters = /* @__PURE__ */ new Map();
		for (const run of runs) {
			const font = cssFont(run, ANY_SIZE);
			const ofFont = characters.get(font) ?? /* @__PURE__ */ new Set();
			characters.set(font, ofFont);
			for (const character of run.text) ofFont.add(character);
		}
		return characters;
	}
	// services/render-worker/page/packing.ts
	/** Unpacks a drawing. */
	function unpack({ styles, items: packed, ...drawing }) {
		const items = packed.map(([number, ...values]) => {
			const { shared, own } = styles[number];
			const item = { ...shared };
			for (const [index, name] of own.entries()) item[name] = values[index];
			return item;
		});
		return {
			...drawing,
			items
		};
	}
	// services/render-worker/page/painter.ts
	/** Creates the painter, which loads the fonts of all texts before it measures or paints. */
	function createPainter(encoder, handoff) {
		const loadFonts = createFontLoader();
		let parts = [];
		/** Returns the drawing whose parts were received, and forgets them. */
		function takeDrawing(lastPart, received) {
			const whole = parts.slice(0, received).join("") + lastPart;
			parts = [];
			return unpack(JSON.parse(whole));
		}
		return {
			measure: (json) => forgettingTexts(async () => {
				const runs = JSON.parse(json);
				await loadFonts(runs);
				return JSON.stringify(measureTexts(runs));
			}),
			receive(part, index) {
				parts[index] = part;
			},
			paint: (json, received, scale, maxMs) => forgettingTexts(async () => {
				const drawing = takeDrawing(json, received);
				await loadFonts(drawing.items.filter((it) => it.kind === "text"));
				return handoff.put(drawing.isOpaque ? await paintIdat(encoder, drawing, scale, maxMs) : await paintPng(drawing, scale));
			})
		};
	}
	/** Runs a job, then replaces the last text that matched a pattern, which V8 keeps in `RegExp.input`. */
	async function forgettingTexts(job) {
		try {
			return await job();
		} finally {
			/x/.test("x");
		}
	}
	// services/render-worker/page/png-encoder/row-loops.wasm
	var row_loops_default = __toBinary("AGFzbQEAAAABGQVgAAF/YAAAYAJ/fwBgAX8AYAR/f39/AX8DEA8AAgMEAgAAAAABAAABAQAFAwEAAwYaBX4BQgELfgFCAAt+AUIAC34BQgALfwFBAAsHuwEQCGNvdW50c0F0AAsPbGVuZ3RoU3ltYm9sc0F0AAYObGl0ZXJhbENvZGVzQXQABQ1sZW5ndGhDb2Rlc0F0AAcPZGlzdGFuY2VDb2Rlc0F0AAoGZnJlZUF0AAgFYmVnaW4ADAdhZGxlcjMyAA4GZm9yZ2V0AAkIdG9rZW5pemUAAwd3cml0ZVRvAAIJd3JpdHRlblRvAAADcHV0AAQFYWxpZ24ADQt3cml0ZVRva2VucwABBm1lbW9yeQIACoMQDwQAIwQLzwMCA34EfyAAIAFBAnRqIQYjBCEFIwIhAyMDIQIDQCAAIAZJBEAgACgCACIBQYCAgIAEcQR+IAIgAUEOdkH8B3FB0JIKaigCACIHQRh2rXwhBCADIAdB////B3GtIAKGhCABQQZ2QfwHcUHQkgpqKAIAIgdB////B3GtIASGhCABQQJ0QfwHcUHQkgpqKAIAIgFB////B3GtIAQgB0EYdq18IgKGhCEDIAIgAUEYdq18BSABQYCAgIB4cQR+IANB0JIKKAIAIgFB////B3GtIAKGhCEDIAIgAUEYdq18BSACIAFBEHZBA25BAnRB0JoKaigCACIIQRh2rXwhBCABQf//A3EiB0EBayEBIAdBBU8EQCABQR8gAWdrIgFBAWt2QQFxIAFBAXRqIQELIAMgCEH///8Hca0gAoaEIAFBAnRBsJ0KaigCACIIQf///wdxrSAEhoQhAyAEIAhBGHatfCECIAFBA0sEfiADIAdBAWtBASABQQF2QQFrIgF0QQFrca0gAoaEIQMgAiABrXwFIAILCwshAiAFIAM3AwAgBSACQgOIp2ohBSADIAJCeIOIIQMgAkIHgyECIABBBGohAAwBCwsgBSQEIAMkAiACJAMLBgAgACQEC9EKAw5/BX4Be0GACEEAQYCACPwLAEGAiAhBAEGAgAL8CwBBgIgKQQBB8An8CwAgAUEDbEEBaiELIAMhBwNAIAIgCksEQCAAIAEgCmxBAnRqIgggAUECdGohCSAKIAtsQYKAAmohDCAHQYCAgIB4NgIAIAdBBGohB0GAiApBgIgKKAIAQQFqNgIAIwEjAHwkASAIIQUDQCAFIAlJBEAgBSgCACENIAUgCEsEfyAFQQRrKAIAIA1GBUEACwRAIAUhBCAN/REhFwNAIARBIGoiBiAJTQRAIAT9AAQAIBf9USAE/QAEECAX/VH9UP1TRQRAIAYhBAwCCwsLA0AgBCAJSQR/IAQoAgAgDUYFQQALBEAgBEEEaiEEDAELCyAFIAQgBWtBAnYiBEECdGohBSANQf8Bca0iFCANQRB2Qf8Bca0iFSANQQh2Qf8Bca0iEnx8IRMjASAErSIWIwBCA34gFUIDfnwgEkIBhnwgFHx+IBNCA34gFiAWQgF9fkIBiH58fCQBIwAgEyAWfnwkAANAIAQEQEHWACAEIARB1gBPGyIGQfCRCmotAABBAnRBhJAKaiINIA0oAgBBAWo2AgBBgJEKQYCRCigCAEEBajYCACAHIAZBgIAMbEEDcjYCACAHQQRqIQcgBCAGayEEDAELCwwCCyAMIAUgCGtBAnZBA2xqIQYgDUGx893xeWwhDiAFQQRqIAlJBEAgBSkDACESIA4gBSgCBEHrlK+veGxzQRJ2QQN0QYAIaiIEKAIAIQ8gBCgCBCEQIAQgBTYCACAEIAY2AgQgBiAQa0GAgAJNBH8gDykDACASUQVBAAsEQEHWACAJIAVrIhEgCSAKIBBBgYACayALbmsgAWxBAnRrIA9rIgQgBCARSxtBAnYiBCAEQdYASxsiEUEBSwRAQQIhBANAIAQgEUkEfyAEQQJ0Ig0gD2ooAgAgBSANaigCAEYFQQALBEAgBEEBaiEEDAELCyAEQfCRCmotAABBAnRBhJAKaiINIA0oAgBBAWo2AgAgBiAQayIGQQVJBH8gBkEBawVBHyAGQQFrIg1nayEOIA0gDkEBa3ZBAXEgDkEBdGoLQQJ0QfiQCmoiDSANKAIAQQFqNgIAIAcgBEGAgAxsIAZyNgIAIAdBBGohByAFIARBAnRqIQQDQCAEIAVLBEAgBSgCACIGQRB2Qf8Bca0hEiMBIAZB/wFxrSITIwBCA34gEkIDfnwgBkEIdkH/AXGtIhRCAYZ8fHwkASMAIBMgEiAUfHx8JAAgBUEEaiEFDAELCwwECwsLIwEgDUH/AXGtIhIjAEIDfiANQRB2Qf8Bca0iE0IDfnwgDUEIdkH/AXGtIhRCAYZ8fHwkASMAIBIgEyAUfHx8JAAgBiAOQRR2QQN0QYCICGoiDigCBGshDyAOKAIAIA1GIgQEQCAPQYCAAU0hBAsgDiANNgIAIA4gBjYCBCAEBEBB8ZEKLQAAQQJ0QYSQCmoiBCAEKAIAQQFqNgIAIA9BBUkEfyAPQQFrBUEfIA9BAWsiBGdrIQYgBCAGQQFrdkEBcSAGQQF0agtBAnRB+JAKaiIEIAQoAgBBAWo2AgAgByAPQYCADHI2AgAFIAcgDUH///8HcUGAgICABHI2AgAgDUEQdkH/AXFBAnRBgIgKaiIEIAQoAgBBAWo2AgAgDUEIdkH/AXFBAnRBgIgKaiIEIAQoAgBBAWo2AgAgDUH/AXFBAnRBgIgKaiIEIAQoAgBBAWo2AgALIAdBBGohByAFQQRqIQUMAQsLIwBC8f8DgiQAIwFC8f8DgiQBIApBAWohCgwBCwsgByADa0ECdgs4ACMCIACtIwOGhCQCIwMgAa18JAMjBCMCNwMAIwQjA0IDiKdqJAQjAiMDQniDiCQCIwNCB4MkAwsGAEHQkgoLBgBB8JEKCwYAQdCaCgsGAEGwngoLGwBBgAhBAEGAgAj8CwBBgIgIQQBBgIAC/AsACwYAQbCdCgsGAEGAiAoLEgBCASQAQgAkAUIAJAJCACQDCzIAIwNCCCMDfUIHg3wkAyMEIwI3AwAjBCMDQgOIp2okBCMCIwNCeIOIJAIjA0IHgyQDCwwAIwCnIwGnQRB0cgs=");
	/**
	* Computes a Huffman code of Deflate for the counts of symbols. No code word is longer than `limit` bits.
	* @returns the lengths of the code words in bits; 0 for an unused symbol
	*/
	function codeLengths(counts, limit) {
		const lengths = new Uint8Array(counts.length);
		const used = [...counts.keys()].filter((it) => counts[it] > 0).sort((a, b) => counts[a] - counts[b] || a - b);
		if (used.length < 2) {
			for (const symbol of used) lengths[symbol] = 1;
			return lengths;
		}
		const ofLength = countsOfLengths(used.map((it) => counts[it]), limit);
		let symbol = used.length;
		for (let length = 1; length <= limit; length++) for (let count = ofLength[length]; count > 0; count--) lengths[used[--symbol]] = length;
		return lengths;
	}
	/** Counts the code words of each length, for ascending weights. */
	function countsOfLengths(weights, limit) {
		const leaves = weights.length;
		const parents = [];
		let leaf = 0;
		let inner = leaves;
		const lightest = () => leaf < leaves && (inner >= weights.length || weights[leaf] <= weights[inner]) ? leaf++ : inner++;
		while (weights.length < 2 * leaves - 1) {
			const first = lightest();
			const second = lightest();
			parents[first] = parents[second] = weights.length;
			weights.push(weights[first] + weights[second]);
		}
		const depths = [];
		depths[2 * leaves - 2] = 0;
		for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = depths[parents[node]] + 1;
		const ofLength = Array.from({ length: limit + 1 }, () => 0);
		for (let node = 0; node < leaves; node++) ofLength[Math.min(depths[node], limit)]++;
		fitIntoCodeSpace(ofLength, limit);
		return ofLength;
	}
	/** Makes other code words longer until all fit: those shortened to `limit` take too much of the code space. */
	function fitIntoCodeSpace(ofLength, limit) {
		let codeSpace = 1 << limit;
		for (let length = 1; length <= limit; length++) codeSpace -= ofLength[length] << limit - length;
		for (; codeSpace < 0; codeSpace++) {
			ofLength[limit]--;
			let length = limit - 1;
			while (ofLength[length] === 0) length--;
			ofLength[length]--;
			ofLength[length + 1] += 2;
		}
	}
	/** Returns the code words of these lengths (RFC 1951, 3.2.2), with their bits in the order of writing. */
	function codeWords(lengths) {
		const next = /* @__PURE__ */ new Uint16Array(17);
		for (const length of lengths) if (length > 0) next[length + 1]++;
		for (let length = 1; length <= 15; length++) next[length + 1] = next[length] + next[length + 1] << 1;
		const words = new Uint16Array(lengths.length);
		for (const [symbol, length] of lengths.entries()) {
			if (length === 0) continue;
			let left = next[length]++;
			for (let bit = 0; bit < length; bit++, left >>= 1) words[symbol] = words[symbol] << 1 | left & 1;
		}
		return words;
	}
	// services/render-worker/page/png-encoder/deflate-codes.ts
	const LITERALS = 286;
	const DISTANCES = 30;
	const END = 256;
	const FIRST_LENGTH = 257;
	const LONGEST = {
		bytes: 258,
		code: 28
	};
	const MAX_LENGTH_OF_LENGTHS = 7;
	const LENGTH_ORDER = [
		16,
		17,
		18,
		0,
		8,
		7,
		9,
		6,
		10,
		5,
		11,
		4,
		12,
		3,
		13,
		2,
		14,
		1,
		15
	];
	/** By number of pixels, the code for the length in bytes. */
	const lengthCodes = createLengthCodes();
	function createLengthCodes() {
		const table = Array.from({ length: 87 }, () => ({
			code: 0,
			bits: 0,
			bitCount: 0
		}));
		let bytes = 3;
		for (let code = 0; code < LONGEST.code; code++) {
			const bitCount = code < 8 ? 0 : (code >> 2) - 1;
			for (let bits = 0; bits < 1 << bitCount; bits++, bytes++) if (bytes % 3 === 0) table[bytes / 3] = {
				code,
				bits,
				bitCount
			};
		}
		table[LONGEST.bytes / 3] = {
			code: LONGEST.code,
			bits: 0,
			bitCount: 0
		};
		return table;
	}
	/** Passes the symbols of all lengths to the loops, which count them. */
	function setLengthSymbols(loops) {
		const symbols = new Uint8Array(loops.memory.buffer, loops.lengthSymbolsAt(), 87);
		for (const [pixels, { code }] of lengthCodes.entries()) symbols[pixels] = code;
	}
	/** Computes the codes for the counted symbols, writes them, and passes them to the loops. @returns the code word of the end symbol */
	function writeCodes(loops) {
		const counts = new Uint32Array(loops.memory.buffer, loops.countsAt(), 316);
		counts[END] = 1;
		const literals = codeLengths(counts.subarray(0, LITERALS), 15);
		const distances = codeLengths(counts.subarray(LITERALS), 15);
		writeCodeLengths(loops, literals, distances);
		const literalWords = codeWords(literals);
		setLiteralCodes(loops, literals, literalWords);
		setDistanceCodes(loops, distances);
		return {
			word: literalWords[END],
			length: literals[END]
		};
	}
	function writeCodeLengths(loops, literals, distances) {
		const all = [...literals, ...distances];
		const counts = new Uint32Array(LENGTH_ORDER.length);
		for (const length of all) counts[length]++;
		const lengths = codeLengths(counts, MAX_LENGTH_OF_LENGTHS);
		const words = codeWords(lengths);
		loops.put(29, 5);
		loops.put(29, 5);
		loops.put(LENGTH_ORDER.length - 4, 4);
		for (const length of LENGTH_ORDER) loops.put(lengths[length], 3);
		for (const length of all) loops.put(words[length], lengths[length]);
	}
	/** Passes the code words of bytes and of lengths to the loops; those of lengths with their extra bits. */
	function setLiteralCodes(loops, lengths, words) {
		const { buffer } = loops.memory;
		const byByte = new Uint32Array(buffer, loops.literalCodesAt(), 256);
		for (const byte of byByte.keys()) byByte[byte] = entryOf(words[byte], lengths[byte]);
		const byPixels = new Uint32Array(buffer, loops.lengthCodesAt(), 87);
		for (const [pixels, { code, bits, bitCount }] of lengthCodes.entries()) {
			const length = lengths[FIRST_LENGTH + code];
			byPixels[pixels] = entryOf(words[FIRST_LENGTH + code] | bits << length, length + bitCount);
		}
	}
	function setDistanceCodes(loops, lengths) {
		const byDistance = new Uint32Array(loops.memory.buffer, loops.distanceCodesAt(), DISTANCES);
		for (const [symbol, word] of codeWords(lengths).entries()) byDistance[symbol] = entryOf(word, lengths[symbol]);
	}
	/** A code word in the tables of the loops, with its length in the upper 8 bits. */
	function entryOf(word, length) {
		return length << 24 | word;
	}
	// services/render-worker/page/png-encoder/row-encoder.ts
	const MEMORY_PAGE = 65536;
	/** Maximum number of bytes of a token, with the longest codes. */
	const MAX_TOKEN_BYTES = 6;
	const MAX_CODES_BYTES = 1024;
	/** Number of bytes that the loops write at a time, and so may write beyond the output. */
	const WORD_BYTES = 8;
	/**
	* Creates an encoder for drawings (docs/decisions/0004). It searches only for runs of one colour and for repeated pixels.
	* Each strip becomes one Deflate block with Huffman codes of its own (RFC 1951).
	*/
	function createRowEncoder(loops) {
		let unfinished;
		setLengthSymbols(loops);
		return { begin(width, stripRows) {
			if (unfinished) erase(loops, unfinished);
			const buffers = allocate(loops, width, stripRows);
			unfinished = buffers;
			loops.begin();
			let isFirst = true;
			return {
				pixels: new Uint8Array(loops.memory.buffer, buffers.pixelsAt, 4 * width * stripRows),
				add(rows) {
					const strip = encodeStrip(loops, buffers, width, rows, isFirst);
					isFirst = false;
					return strip;
				},
				end() {
					const last = encodeEnd(loops, buffers);
					erase(loops, buffers);
					unfinished = void 0;
					return last;
				}
			};
		} };
	}
	/** Finds addresses for the buffers of a picture, in more memory if there is not enough. */
	function allocate(loops, width, stripRows) {
		const maxTokens = (width + 1) * stripRows;
		const pixelsAt = loops.freeAt();
		const tokensAt = pixelsAt + 4 * width * stripRows;
		const outAt = tokensAt + 4 * maxTokens;
		const missing = outAt + MAX_TOKEN_BYTES * maxTokens + MAX_CODES_BYTES - loops.memory.buffer.byteLength;
		if (missing > 0) loops.memory.grow(Math.ceil(missing / MEMORY_PAGE));
		return {
			pixelsAt,
			tokensAt,
			outAt,
			tokens: 0,
			outBytes: 0
		};
	}
	/** Encodes the pixels of a strip as one Deflate block. The first one follows the header of zlib. */
	function encodeStrip(loops, buffers, width, rows, isFirst) {
		const { pixelsAt, tokensAt, outAt } = buffers;
		const tokens = loops.tokenize(pixelsAt, width, rows, tokensAt);
		loops.writeTo(outAt);
		if (isFirst) loops.put(376, 16);
		loops.put(4, 3);
		const end = writeCodes(loops);
		loops.writeTokens(tokensAt, tokens);
		loops.put(end.word, end.length);
		buffers.tokens = Math.max(buffers.tokens, tokens);
		buffers.outBytes = Math.max(buffers.outBytes, loops.writtenTo() - outAt);
		return written(loops, outAt);
	}
	/** Ends the data with an empty stored block. The checksum follows, highest byte first. */
	function encodeEnd(loops, { outAt }) {
		loops.writeTo(outAt);
		loops.put(1, 3);
		loops.align();
		loops.put(4294901760, 32);
		const sum = loops.adler32();
		for (const shift of [
			24,
			16,
			8,
			0
		]) loops.put(sum >>> shift & 255, 8);
		return written(loops, outAt);
	}
	function written(loops, outAt) {
		return new Uint8Array(loops.memory.buffer, outAt, loops.writtenTo() - outAt).slice();
	}
	/** Erases a picture from memory. */
	function erase(loops, { pixelsAt, tokensAt, outAt, tokens, outBytes }) {
		loops.forget();
		new Uint8Array(loops.memory.buffer, pixelsAt, tokensAt + 4 * tokens - pixelsAt).fill(0);
		new Uint8Array(loops.memory.buffer, outAt, outBytes + WORD_BYTES).fill(0);
	}
	// services/render-worker/page/png-encoder/open-encoder.ts
	/** Creates an encoder with its loops in WebAssembly. */
	function openEncoder() {
		const { exports } = new WebAssembly.Instance(new WebAssembly.Module(row_loops_default));
		return createRowEncoder(exports);
	}
	// services/render-worker/page/main.ts
	/** Opens the painter of the page. @param marker content by which Node finds the handoff file */
	async function openPainter(marker) {
		const handoff = await openHandoff(startWriter(), marker);
		return createPainter(openEncoder(), handoff);
	}
	exports.openPainter = openPainter;
	return exports;
})({});
