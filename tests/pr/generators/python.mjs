// The commands of every target in Python.
export const pins = 'requirements.txt'
export const install = `
python3 -c 'import sys; sys.exit("it needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
rm -rf python && python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement requirements.txt`
export const run = 'python/bin/python program.py'
