/** An S3 server with an empty bucket, for a container: node s3-server.ts <bucket> <access key id> <secret> */
import { tmpdir } from 'node:os'
import S3rver from '@20minutes/s3rver'
import account from '@20minutes/s3rver/lib/models/account.js'

const [name = '', id = '', secret = ''] = process.argv.slice(2)
account.DUMMY_ACCOUNT.createKeyPair(id, secret)
const storage = new S3rver({
  address: '0.0.0.0',
  port: 9000,
  directory: tmpdir(),
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name }],
})
await storage.run()
