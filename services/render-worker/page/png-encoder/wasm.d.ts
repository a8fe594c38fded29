/** The bundler inserts the bytes of a WebAssembly file. */
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
