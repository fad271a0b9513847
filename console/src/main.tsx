import { createRoot } from 'react-dom/client';
import './board.css';
import { Board } from './Board';

const place = document.getElementById('board');
if (place === null) throw new Error('index.html must have #board');
createRoot(place).render(<Board />);
