#!/bin/sh
# Makes localhost/node:24, an image of Debian with Node.js 24 and npm, on a machine that reaches packages but no images. Needs root, mmdebstrap, podman, and
# `npm ci --prefix tests/conformance` before. The test of the image uses it: DRAGOMAN_TEST_NODE_IMAGE=localhost/node:24
set -eu
cd "$(dirname "$0")/../.."
suite=${1:-trixie}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
mmdebstrap --quiet --variant=essential --include=ca-certificates,libstdc++6,libatomic1 "$suite" "$scratch/tree" "deb $mirror $suite main"
cp -L tests/conformance/node_modules/node/bin/node "$scratch/tree/usr/local/bin/"
mkdir -p "$scratch/tree/usr/local/lib/node_modules"
cp -R "$(npm root --global)/npm" "$scratch/tree/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$scratch/tree/usr/local/bin/npm"
rm -rf "$scratch"/tree/dev/* "$scratch/tree/etc/apt/sources.list"
tar -C "$scratch/tree" -c . | podman import --change 'ENTRYPOINT []' - localhost/node:24
